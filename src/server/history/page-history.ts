import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { getT, type T } from '#src/i18n/server.ts';
import { PERSON_HISTORY } from '#src/server/account/person/person-history.ts';
import type { AuditedChange, HistoryKind } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { countOf, readPage } from '#src/server/core/db/paging.ts';
import { CONTENT_HISTORY } from '#src/server/editing/versions.ts';
import { EXAM_HISTORY } from '#src/server/exam/exam-history.ts';
import { BANK_HISTORY } from '#src/server/question/bank/access.ts';
import { TASK_HISTORY } from '#src/server/study/task/list-tasks.ts';
import { CERTIFICATE_HISTORY } from '#src/server/record/certificate/certificate-history.ts';

type Input = OperationInput<'POST /data/auth/history/page'>;
/** Who may read the history of what. */
const KINDS: Record<Input['kind'], HistoryKind> = {
  exam: EXAM_HISTORY,
  certificate: CERTIFICATE_HISTORY,
  questionBank: BANK_HISTORY,
  person: PERSON_HISTORY,
  task: TASK_HISTORY,
  content: CONTENT_HISTORY,
};

type Row = {
  id: string;
  gmtCreate: string;
  action: string;
  detail: Record<string, unknown> | null;
  userName: string | null;
  people: string[];
  peopleCount: number;
  totalCount: number;
};

/** Lists the entries of the audit log about a thing, newest first. @throws AppError 404 unless the viewer may read its history */
export async function pageHistory(ctx: Context, { kind, id, ...page }: Input) {
  const { db, tenant, viewer, locale } = ctx;
  const { requireReader, adminOnly = [] } = KINDS[kind];
  await requireReader(ctx, id);
  const hidden = viewer.isAdmin ? [] : adminOnly;
  const from = sql`audit_subject s join audit_log l on l.enterprise_id = s.enterprise_id and l.id = s.audit_id`;
  const where = sql`s.enterprise_id = ${tenant.id} and s.subject_id = ${id} and l.action <> all(${sql.param(hidden)}::text[])`;
  const t = getT(locale);
  const found = await readPage(page, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
      select l.id, l.gmt_create as "gmtCreate", l.action, l.detail, u.user_name as "userName",
             p.names as people, p.count as "peopleCount", ${countOf(from, where)} as "totalCount"
      from ${from}
      left join enterprise_user u on u.enterprise_id = l.enterprise_id and u.user_id = l.user_id
      cross join lateral (
        select coalesce((array_agg(m.user_name order by m.user_name, m.user_id))[:${MAX_ITEMS.historyPeople}], '{}') as names,
               count(*)::int as count
        from audit_subject o join enterprise_user m on m.enterprise_id = o.enterprise_id and m.user_id = o.subject_id
        where o.enterprise_id = s.enterprise_id and o.audit_id = s.audit_id and o.subject_id <> s.subject_id
          and o.subject_id is distinct from l.user_id) p
      where ${where} order by s.audit_id desc limit ${limit} offset ${offset}`);
    return rows;
  });
  return { ...found, list: found.list.map((row) => shown(row, t)) };
}

function shown({ gmtCreate, detail, ...row }: Row, t: T) {
  const by = ['operator', 'import'].find((each) => each === detail?.['by']) as 'operator' | 'import' | undefined;
  return {
    ...row,
    gmtCreate: new Date(gmtCreate),
    text: textOf(row.action, detail ?? {}, t),
    // The entry of a command or an import names the member whom it concerns.
    by: by ?? (row.userName === null ? ('portal' as const) : ('member' as const)),
    userName: by ? null : row.userName,
    reason: typeof detail?.['reason'] === 'string' ? detail['reason'] : null,
    changes: changesOf(row.action, detail ?? {}).slice(0, MAX_ITEMS.historyChanges),
  };
}

/** What an action means. An action without a text is shown with its name. */
function textOf(action: string, { flowType, ...detail }: Record<string, unknown>, t: T): string {
  const values = Object.fromEntries(
    Object.entries(detail).filter((entry): entry is [string, string | number] =>
      ['string', 'number'].includes(typeof entry[1]),
    ),
  );
  const key = `history:action.${action}`;
  const text = t(key, { ...values, flow: typeof flowType === 'string' ? t(`flow:type.${flowType}`) : '' });
  return text === key || text === key.replace('history:', '') ? t('history:otherAction', { action }) : text;
}

/** The changed values that a detail names: as `changes`, or, where they are few, in a form of its own. */
function changesOf(
  action: string,
  { changes, before, after, from, to, changed }: Record<string, unknown>,
): AuditedChange[] {
  if (Array.isArray(changes)) return changes as AuditedChange[];
  if (isRecord(after)) {
    const earlier = isRecord(before) ? before : {};
    return Object.keys(after)
      .filter((name) => earlier[name] !== after[name])
      .map((name) => ({ name, before: earlier[name] ?? null, after: after[name] ?? null }));
  }
  // `phone.changed` and `email.changed`.
  if (to !== undefined)
    return [{ name: action.split('.')[0]!, before: from as string | null, after: to as string | null }];
  return Array.isArray(changed) ? (changed as string[]).map((name) => ({ name })) : [];
}

const isRecord = (value: unknown): value is Record<string, string | number | boolean> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
