import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { coarseAddress } from './coarse-address.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { type Device, deviceOf } from './device-of.ts';
import { placeOf } from './place-of.ts';

/** How far back sign-ins are shown. The audit log is kept for longer than that. */
export const SIGN_IN_DAYS = 90;

type Row = {
  id: string;
  outcome: 'opened' | 'refused' | 'factorRefused';
  way: string | null;
  factor: string | null;
  device: Device | null;
  address: string | null;
  at: string;
  isNew: boolean;
  totalCount: number;
};

/** For the audit entry of a sign-in: the device is shown to its owner, who sees whether it is theirs. */
export const deviceDetail = ({ userAgent }: { userAgent: string }) => ({ device: deviceOf(userAgent) });

/**
 * Lists the sign-ins to this enterprise of the last 90 days, and tries that were refused, the latest first. A device is new when there were sign-ins
 * before, but none from this kind of device, browser and system; versions do not count.
 */
export async function pageSignIns(
  { db, tenant, now, locale }: Context,
  userId: string,
  input: OperationInput<'POST /user/auth/user/info/sign-in/page'>,
) {
  const since = new Date(now().getTime() - SIGN_IN_DAYS * 86_400_000).toISOString();
  const found = await readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
      select id, device, address, at, way, factor,
             case action when 'login' then 'opened' when 'login.refused' then 'refused' else 'factorRefused' end as outcome,
             action = 'login' and device is not null and of_device = 1 and of_all > 1 as "isNew",
             (count(*) over ())::int as "totalCount"
      from (
        select id, action, address, gmt_create as at, detail -> 'device' as device, detail ->> 'way' as way,
               detail ->> 'factor' as factor, row_number() over (partition by action order by id) as of_all,
               row_number() over (partition by action, detail -> 'device' ->> 'kind', detail -> 'device' ->> 'system',
                 regexp_replace(detail -> 'device' ->> 'browser', ' [0-9]+$', '') order by id) as of_device
        from audit_log
        where enterprise_id = ${tenant.id} and user_id = ${userId} and id >= portal.first_id(${since}::timestamptz)
          and action in ('login', 'login.refused', 'factor.refused')) entry
      order by id desc limit ${limit} offset ${offset}`);
    return rows;
  });
  const list = found.list.map(async ({ device, address, at, ...entry }) => ({
    ...entry,
    ...(device ?? { kind: null, browser: null, system: null }),
    address: coarseAddress(address ?? ''),
    place: await placeOf(address ?? '', locale),
    gmtCreate: new Date(at),
  }));
  return { ...found, list: await Promise.all(list) };
}

/** Lists the sign-ins of the user to this enterprise. */
export const pageOwnSignIns = (ctx: Context, input: OperationInput<'POST /user/auth/user/info/sign-in/page'>) =>
  pageSignIns(ctx, ctx.viewer.userId, input);
