import { batchedPer } from '#src/lib/batched.ts';
import { withPrepared } from '#src/server/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/http/context.ts';
import { thisYear } from './this-year.ts';

type Asked = { userId: string; year: number };
type Hours = Record<
  'annualHours' | 'totalHours' | 'requiredHours' | 'cultureHours' | 'lecturerHours' | 'otherHours',
  string
>;

const readHours = batchedPer<Asked, Hours>(readHoursOf, { concurrency: 2 });

/**
 * Class hours by kind (spec section 3), from the totals that are kept beside the ledger. The frame of every page shows
 * them, so requests that arrive together share one query.
 */
export async function countHours(ctx: RequestContext & { viewer: Viewer }) {
  const hours = await readHours(ctx.tenant.id, { userId: ctx.viewer.userId, year: thisYear(ctx) });
  return { ...hours, sex: ctx.viewer.sex };
}

async function readHoursOf(enterpriseId: string, asked: Asked[]): Promise<Hours[]> {
  const { rows } = await withPrepared(enterpriseId, (_db, client) =>
    client.query<Hours>({
      name: 'count-hours',
      text: `select coalesce(sum(l.total) filter (where l.year = v.year), 0)::text as "annualHours",
                    coalesce(sum(l.total), 0)::text as "totalHours",
                    coalesce(sum(l.total) filter (where l.hour_kind = 'required'), 0)::text as "requiredHours",
                    coalesce(sum(l.total) filter (where l.hour_kind = 'culture'), 0)::text as "cultureHours",
                    coalesce(sum(l.total) filter (where l.hour_kind = 'lecturer'), 0)::text as "lecturerHours",
                    coalesce(sum(l.total) filter (where l.hour_kind not in ('required', 'culture', 'lecturer')), 0)::text
                      as "otherHours"
             from unnest($2::uuid[], $3::int[]) with ordinality as v (user_id, year, n)
             left join ledger_total l on l.enterprise_id = $1 and l.user_id = v.user_id and l.kind = 'hours'
             group by v.n order by v.n`,
      values: [enterpriseId, asked.map(({ userId }) => userId), asked.map(({ year }) => year)],
    }),
  );
  return rows;
}
