import { sql, type SQL } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { likePattern } from '#src/lib/like-pattern.ts';
import type { Context } from '#src/server/core/context.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import type { FrozenAccommodation } from '#src/server/exam/tables/attempt.ts';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import { marksExam } from '#src/server/exam/marker-of.ts';
import { clockAt } from '#src/server/exam/times.ts';
import { missingPeople, openPeople, switchesOfAttempt, type Which } from './people.ts';
import { requireControl } from './require-control.ts';

type Candidate = Data<'POST /exam/auth/exam/control/person/page'>['list'][number];
type Row = {
  user_id: string;
  user_name: string;
  department: string | null;
  id: string | null;
  number: number;
  started_at: string;
  deadline_at: string;
  submitted_at: string | null;
  paused_at: string | null;
  break_until: string | null;
  voided_at: string | null;
  void_reason: string | null;
  closed_by: NonNullable<Candidate['attempt']>['closedBy'];
  answer_count: number | null;
  seen_at: string | null;
  connection: 'present' | 'silent' | 'away';
  switches: number;
  devices: number;
  added_seconds: number;
  accommodation: FrozenAccommodation | null;
  messages: number;
  /** Whether the attempt waits for marks that the viewer gives without knowing the name. */
  blind: boolean;
  /** Number of rows of all pages, where it costs nothing. */
  total?: number;
};

/**
 * Returns a page of the people of an exam in one group. Those who sit it come with trouble first, those who have ended newest
 * first, those who are missing by name. Attempts that wait for marks of the viewer in blind marking come first and by name, without
 * their ids and times: with them, names could be found for the papers of the queue. @throws AppError 404 as `requireControl`
 */
export async function pagePeople(
  ctx: Context,
  { examId, group, keyword, ...page }: OperationInput<'POST /exam/auth/exam/control/person/page'>,
) {
  const { db, tenant, viewer } = ctx;
  const now = ctx.now();
  const which = { enterpriseId: tenant.id, exam: await requireControl(ctx, examId), now };
  const named = keyword ? sql`and u.user_name ilike ${likePattern(keyword)}` : null;
  const { list, total } = listOf(which, group, named, isBlindTo(ctx, examId));
  const { limit, offset } = slice(page);
  const { rows } = await db.execute<Row>(sql`${list} limit ${limit} offset ${offset}`);
  const counted = rows[0]?.total ?? (await countOf(db, total));
  const open = rows.flatMap(({ id, submitted_at: ended }) => (id && !ended ? [id] : []));
  const answered = await countAnswers(ctx, open);
  return paging(
    page,
    counted,
    rows.map((row): Candidate => ({
      ...{
        userId: row.user_id,
        userName: row.user_name,
        department: row.department,
        own: row.user_id === viewer.userId,
      },
      blind: row.blind,
      attempt: row.id === null || row.blind ? null : attemptOf({ ...row, id: row.id }, answered.get(row.id) ?? 0, now),
    })),
  );
}

/** SQL of whether attempt `a` of an exam waits for marks of the viewer, who marks blind. */
const isBlindTo = (ctx: Context, examId: string): SQL => sql`(
  a.status = 'submitted' and exists (select from exam e
    where e.enterprise_id = ${ctx.tenant.id} and e.id = ${examId} and e.blind_marking and ${marksExam(ctx)}))`;

function listOf(
  which: Which,
  group: 'sitting' | 'trouble' | 'ended' | 'missing',
  named: SQL | null,
  blind: SQL,
): { list: SQL; total: SQL } {
  const { enterpriseId, exam } = which;
  const condition = named ?? sql``;
  const person = sql`join enterprise_user u on u.enterprise_id = ${enterpriseId} and u.user_id =`;
  if (group === 'missing') {
    const total = sql`${missingPeople(which)} ${condition}`;
    return {
      total,
      list: sql`select u.user_id, u.user_name, u.department, null as id, false as blind ${total} order by u.user_name, u.user_id`,
    };
  }
  if (group === 'ended') {
    const where = sql`where a.enterprise_id = ${enterpriseId} and a.exam_id = ${exam.id} and a.status <> 'open'`;
    return {
      total: sql`from exam_attempt a ${named ? sql`${person} a.user_id ${where} ${named}` : where}`,
      list: sql`
        select u.user_name, u.department, a.user_id, a.id, a.number, a.started_at, a.deadline_at, a.submitted_at,
               null as paused_at, null as break_until, a.voided_at, a.void_reason, a.closed_by, a.answer_count, h.seen_at,
               'present' as connection, s.switches, s.devices, a.added_seconds, a.accommodation, coalesce(h.messages, 0) as messages, b.blind
        from exam_attempt a
        ${person} a.user_id
        left join exam_journal_head h on h.enterprise_id = a.enterprise_id and h.attempt_id = a.id
        cross join lateral (${switchesOfAttempt}) s
        cross join lateral (select ${blind} as blind) b
        ${where} ${condition}
        order by case when b.blind then null else a.submitted_at end desc nulls first, case when b.blind then u.user_name end,
                 case when b.blind then a.user_id end, a.id`,
    };
  }
  const only = group === 'trouble' ? sql`where p.trouble > 0` : sql`where true`;
  const from = sql`from (${openPeople(which)}) p ${person} p.user_id ${only} ${condition}`;
  return {
    total: from,
    list: sql`select p.*, u.user_name, u.department, null as submitted_at, null as voided_at, null as void_reason,
                     null as closed_by, null as answer_count, false as blind, (count(*) over ())::int as total ${from}
              order by p.trouble desc, u.user_name, p.user_id`,
  };
}

async function countOf(db: TenantDb, from: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n ${from}`);
  return rows[0]!.n;
}

/** Number of answered questions of the open attempts of one page. */
async function countAnswers({ db, tenant }: Context, attemptIds: string[]): Promise<Map<string, number>> {
  if (attemptIds.length === 0) return new Map();
  const { rows } = await pgClientOf(db).query<{ id: string; n: number }>(
    `select attempt_id as id, count(*)::int as n from exam_answer
     where enterprise_id = $1 and attempt_id = any($2::uuid[]) and answer <> 'null'::jsonb group by attempt_id`,
    [tenant.id, attemptIds],
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

function attemptOf(row: Row & { id: string }, answered: number, now: Date): NonNullable<Candidate['attempt']> {
  const deadlineAt = new Date(row.deadline_at);
  const clock = clockAt({ pausedAt: row.paused_at === null ? null : new Date(row.paused_at) }, now);
  const isOnBreak = row.break_until !== null && new Date(row.break_until) > now;
  const running = row.paused_at ? 'paused' : isOnBreak ? 'break' : 'sitting';
  const isOpen = row.submitted_at === null;
  return {
    ...{ id: row.id, number: row.number, connection: row.connection, switches: row.switches, devices: row.devices },
    state: isOpen ? running : row.voided_at ? 'voided' : 'closed',
    startedAt: iso(row.started_at),
    deadlineAt: iso(row.deadline_at),
    submittedAt: row.submitted_at && iso(row.submitted_at),
    closedBy: row.closed_by,
    answered: row.answer_count ?? answered,
    seenAt: row.seen_at && iso(row.seen_at),
    secondsLeft: isOpen ? Math.max(0, Math.ceil((deadlineAt.getTime() - clock.getTime()) / 1000)) : 0,
    addedSeconds: row.added_seconds,
    extraSeconds: row.accommodation?.extraSeconds ?? 0,
    noSwitchRules: row.accommodation?.noSwitchRules ?? false,
    messages: row.messages,
    voidReason: row.void_reason,
  };
}

const iso = (value: string) => new Date(value).toISOString();
