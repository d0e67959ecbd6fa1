import { sql, type SQL } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { type Holder, scopeOf } from '#src/contract/rules/rights.ts';
import { getT, messages } from '#src/i18n/server.ts';
import { zonedTime } from '#src/lib/dates.ts';
import { placeOf } from '#src/server/account/session/place-of.ts';
import type { Context } from '#src/server/core/context.ts';
import { inScope } from '#src/server/core/in-department.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { type EntryRow, shownEntry, textOf } from './entry-text.ts';

type Filter = Omit<OperationInput<'POST /data/auth/audit/page'>, 'before' | 'pageSize'>;
/** Who reads the log, and where. */
type Reading = { tenant: { id: string; timeZone: string }; viewer: Holder };
export type AuditRow = EntryRow & {
  userId: string | null;
  address: string | null;
  subjects: { id: string; name: string | null }[];
};

/** Ids and times of entries differ by the duration of a transaction at most. */
const SLACK_MS = 3_600_000;
/** The smallest id of a moment (UUIDv7): entries are found by the index of their ids, and months that do not matter are not read. */
const idAt = (at: number): string => {
  const hex = Math.max(0, at).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

/** SQL of the entries `l` that a filter finds, without an order; `x` is what they are about if the filter says so. */
function entriesSql({ tenant, viewer }: Reading, { userId, subjectId, action, from, to }: Filter): SQL {
  const start = from && zonedTime(`${from}T00:00`, tenant.timeZone).getTime();
  const dayAfter = to && new Date(Date.parse(to) + 86_400_000).toISOString().slice(0, 10);
  const end = dayAfter && zonedTime(`${dayAfter}T00:00`, tenant.timeZone).getTime();
  const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
  const scope = scopeOf(viewer, 'audit.read');
  return sql`${subjectId ? sql`audit_subject x join audit_log l on l.enterprise_id = x.enterprise_id and l.id = x.audit_id` : sql`audit_log l`}
    where l.enterprise_id = ${tenant.id}
      ${subjectId ? sql`and x.enterprise_id = ${tenant.id} and x.subject_id = ${subjectId}` : sql``}
      ${userId ? sql`and l.user_id = ${userId}` : sql``}
      ${action ? sql`and l.action = ${action}` : sql``}
      ${start ? sql`and l.id >= ${idAt(start - SLACK_MS)} and l.gmt_create >= ${at(start)}` : sql``}
      ${end ? sql`and l.id < ${idAt(end + SLACK_MS)} and l.gmt_create < ${at(end)}` : sql``}
      ${scope === null ? sql`` : sql`and ${ofDepartments(scope)}`}`;
}

/** SQL condition: an entry `l` is about members of these departments only, or about none and one of them acted. */
const ofDepartments = (scope: string[]): SQL => sql`(
  select coalesce(bool_and(${inScope(sql`m.department`, scope)}), exists (
    select from enterprise_user a where a.enterprise_id = l.enterprise_id and a.user_id = l.user_id and ${inScope(sql`a.department`, scope)}))
  from audit_subject s
  join enterprise_user m on m.enterprise_id = s.enterprise_id and m.user_id = s.subject_id
  where s.enterprise_id = l.enterprise_id and s.audit_id = l.id)`;

/** SQL: the columns of entries `l`, which may be any statement, with names. */
const withNames = (entries: SQL): SQL => sql`
  select l.id, l.gmt_create as "gmtCreate", l.action, l.detail, l.user_id as "userId", l.address, u.user_name as "userName",
         coalesce(p.subjects, '[]') as subjects, coalesce(p.names[:${MAX_ITEMS.historyPeople}], '{}') as people,
         coalesce(cardinality(p.names), 0) as "peopleCount"
  from (${entries}) l
  left join enterprise_user u on u.enterprise_id = l.enterprise_id and u.user_id = l.user_id
  left join lateral (
    select jsonb_path_query_array(jsonb_agg(jsonb_build_object('id', s.subject_id, 'name', m.user_name) order by s.subject_id),
             ${sql.raw(`'$[0 to ${MAX_ITEMS.auditSubjects - 1}]'`)}) as subjects,
           array_agg(m.user_name order by m.user_name, m.user_id)
             -- What the operator or an import did to a member is stored as an entry of that member.
             filter (where m.user_id is not null and (m.user_id is distinct from l.user_id or l.detail ->> 'by' in ('operator', 'import'))) as names
    from audit_subject s
    left join enterprise_user m on m.enterprise_id = s.enterprise_id and m.user_id = s.subject_id
    where s.enterprise_id = l.enterprise_id and s.audit_id = l.id) p on true
  order by l.id desc`;

/** The entries that a filter finds, newest first. @param part of them: those before an id, and how many */
export function auditEntries(
  reading: Reading,
  filter: Filter,
  { before, limit }: { before?: string; limit?: number } = {},
): SQL {
  return withNames(sql`select l.* from ${entriesSql(reading, filter)} ${before ? sql`and l.id < ${before}` : sql``}
    ${limit === undefined ? sql`` : sql`order by l.id desc limit ${limit}`}`);
}

/** Reads a page of the audit log. Its numbers are not counted: there may be millions of entries. */
export async function pageAuditLog(
  ctx: Context,
  { before, pageSize, ...filter }: OperationInput<'POST /data/auth/audit/page'>,
) {
  const { db, viewer, locale } = ctx;
  const { rows } = await db.execute<AuditRow>(auditEntries(ctx, filter, { before, limit: pageSize + 1 }));
  const list = rows.slice(0, pageSize);
  const isWhole = scopeOf(viewer, 'audit.read') === null;
  const t = getT(locale);
  return {
    list: await Promise.all(
      list.map(async (row) => ({
        ...shownEntry(row, t),
        place: row.address ? await placeOf(row.address, locale) : null,
        // It may name members of other departments.
        detail: isWhole && row.detail ? JSON.stringify(row.detail, null, 2) : null,
      })),
    ),
    next: rows.length > pageSize ? list.at(-1)!.id : null,
  };
}

type Texts = { [key: string]: Texts | string };
const namesIn = (texts: Texts, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key] : namesIn(value, `${path}${key}.`),
  );

/** Lists the actions that have a text, by text. */
export function listActions({ locale }: Context) {
  const t = getT(locale);
  const { action } = messages(locale, ['history.action'])['history'] as { action: Texts };
  const blank = {
    flow: '…',
    exportType: '…',
    name: '…',
    count: '…',
    userName: '…',
    rows: '…',
    attemptCount: '…',
    added: '…',
    changed: '…',
  };
  return namesIn(action)
    .map((name) => ({ action: name, text: textOf(name, blank, t) }))
    .sort((a, b) => a.text.localeCompare(b.text, locale));
}

/** Requests an export of the entries that a filter finds. @throws AppError 429 as `requestExport` */
export const exportAuditLog = (ctx: Context, input: OperationInput<'POST /data/auth/audit/export'>) =>
  requestExport(ctx, 'auditLog', {
    ...{ ...input, scope: 'managed', managed: scopeOf(ctx.viewer, 'audit.read'), right: 'audit.read' },
  });
