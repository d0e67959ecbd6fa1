import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { getT } from '#src/i18n/server.ts';
import { PERSON_HISTORY } from '#src/server/account/person/person-history.ts';
import type { HistoryKind } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { countOf, readPage } from '#src/server/core/db/paging.ts';
import { CATEGORY_HISTORY } from '#src/server/course/edit/categories.ts';
import { CONTENT_HISTORY } from '#src/server/editing/versions.ts';
import { CHAIN_HISTORY } from '#src/server/flow/chains.ts';
import { LIVE_HISTORY } from '#src/server/live/read-session.ts';
import { COMMUNITY_HISTORY } from '#src/server/community/moderation/community-settings.ts';
import { MEDIA_HISTORY } from '#src/server/media/view-media.ts';
import { MESSAGE_HISTORY } from '#src/server/message/edit-templates.ts';
import { EXAM_HISTORY } from '#src/server/exam/exam-history.ts';
import { POLICY_HISTORY } from '#src/server/policy/policies.ts';
import { BANK_HISTORY } from '#src/server/question/bank/access.ts';
import { REPORT_HISTORY } from '#src/server/report/saved.ts';
import { REQUIREMENT_HISTORY } from '#src/server/requirement/changeable.ts';
import { TASK_HISTORY } from '#src/server/study/task/list-tasks.ts';
import { ROOM_HISTORY } from '#src/server/training/rooms.ts';
import { SESSION_HISTORY } from '#src/server/training/select-sessions.ts';
import { type EntryRow, shownEntry } from './entry-text.ts';
import { CERTIFICATE_HISTORY } from '#src/server/record/certificate/certificate-history.ts';
import { TEMPLATE_HISTORY } from '#src/server/record/template/view-template.ts';

type Input = OperationInput<'POST /data/auth/history/page'>;
/** Who may read the history of what. */
const KINDS: Record<Input['kind'], HistoryKind> = {
  exam: EXAM_HISTORY,
  certificate: CERTIFICATE_HISTORY,
  certificateTemplate: TEMPLATE_HISTORY,
  questionBank: BANK_HISTORY,
  person: PERSON_HISTORY,
  task: TASK_HISTORY,
  content: CONTENT_HISTORY,
  message: MESSAGE_HISTORY,
  approvalChain: CHAIN_HISTORY,
  policy: POLICY_HISTORY,
  requirement: REQUIREMENT_HISTORY,
  trainingSession: SESSION_HISTORY,
  liveSession: LIVE_HISTORY,
  category: CATEGORY_HISTORY,
  trainingRoom: ROOM_HISTORY,
  community: COMMUNITY_HISTORY,
  media: MEDIA_HISTORY,
  report: REPORT_HISTORY,
};

type Row = EntryRow & { totalCount: number };

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
  return { ...found, list: found.list.map((row) => shownEntry(row, t)) };
}
