import { and, eq, inArray } from 'drizzle-orm';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { exam } from './tables/exam.ts';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import { lockMembers, postEntries } from '#src/server/record/post-entry.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { completeExamResource } from '#src/server/study/complete-exam-resource.ts';
import { awardCertificate } from './award-certificate.ts';
import { readProgressOf } from './progress.ts';

type Result = { enterpriseId: string; userId: string; examId: string; at: Date };

/** Grants the rewards of one result: see `grantResults`. */
export async function grantResult(db: TenantDb, result: Result): Promise<void> {
  await grantResults(db, [result]);
}

/**
 * Grants the rewards of exams of one tenant after attempts were closed or marked, where the result is a pass and final. A pass
 * that a later attempt can replace (`last` counts, and attempts go on after a pass) is granted when no attempt is left: a job
 * looks again at the end of the last window.
 */
export async function grantResults(db: TenantDb, all: Result[]): Promise<void> {
  if (all.length === 0) return;
  // In the order of people, in which every transaction locks several of them.
  const results = all.toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
  const { enterpriseId, at: now } = results[0]!;
  const progress = await readProgressOf(db, { enterpriseId, whose: results, now });
  const passed = results
    .map((result, i) => ({ ...result, progress: progress[i]! }))
    .filter((each) => each.progress.passed);
  if (passed.length === 0) return;
  const examIds = [...new Set(passed.map(({ examId }) => examId))];
  const exams = await db
    .select()
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), inArray(exam.id, examIds)));
  const granted: Granted[] = [];
  for (const { progress: state, ...result } of passed) {
    const rules = exams.find(({ id }) => id === result.examId)!;
    // The open attempt will count: its end calls this again.
    if (rules.countedAttempt === 'last' && state.openId !== null) continue;
    if (rules.countedAttempt !== 'last' || state.countingLeft === 0) granted.push({ ...result, rules });
    else await sendJob(db, 'settle-exam', idsOf(result), new Date(state.lastEnd.getTime() + 1000));
  }
  await grantPasses(db, enterpriseId, granted);
}

type Granted = Result & { rules: typeof exam.$inferSelect };
const idsOf = ({ enterpriseId, examId, userId }: Result) => ({ enterpriseId, examId, userId });

/** Grants the rewards of a pass that is final: see `grantPasses`. */
export async function grantPass(db: TenantDb, pass: Result): Promise<void> {
  const { enterpriseId, examId } = pass;
  const [rules] = await db
    .select()
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, examId)));
  await grantPasses(db, enterpriseId, [{ ...pass, rules: rules! }]);
}

/**
 * Grants the rewards of passed exams in the transaction that determined the passes: credits and points in the ledger, the
 * certificate if its conditions hold, and completion of the course resources of the exam. Once per user and exam, for any
 * number of attempts; what was taken back with the pass is granted again.
 */
async function grantPasses(db: TenantDb, enterpriseId: string, granted: Granted[]): Promise<void> {
  if (granted.length === 0) return;
  const { timeZone } = await readEnterprise(db, enterpriseId);
  const at = new Date(Math.max(...granted.map((each) => each.at.getTime())));
  // One step after the other for everybody: like a study report, this locks course progress first, then members, then the
  // numbers of certificates, so that transactions cannot deadlock.
  const ofExams = Map.groupBy(granted, ({ examId }) => examId);
  for (const [examId, passes] of [...ofExams].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const userIds = passes.map(({ userId }) => userId);
    await completeExamResource(db, { enterpriseId, userIds, examId, at, timeZone });
  }
  const lines = granted.flatMap(({ userId, examId, rules }) =>
    (['credits', 'points'] as const).map((kind) => {
      return { userId, kind, amount: rules[kind], source: ['exam', examId, kind].join(':'), title: rules.title, at };
    }),
  );
  const userIds = granted.map(({ userId }) => userId);
  await lockMembers(db, enterpriseId, userIds);
  const again = await reversedOf(db, enterpriseId, lines);
  await postEntries(db, { enterpriseId, timeZone }, [...lines, ...again]);
  for (const { userId, examId, rules } of granted)
    if (rules.certificateId !== null) await awardCertificate(db, { enterpriseId, userId, examId, at });
}

/** $1 enterprise, $2 users, $3 sources. */
const REVERSED = `
select i.n::int, line.amount::text, i.source || ':' || (line.n + 1) as source
from unnest($2::uuid[], $3::text[]) with ordinality as i (person, source, n)
cross join lateral (
  select (array_agg(e.amount order by e.id desc))[1] as amount, count(*) as n
  from ledger_entry e
  where e.enterprise_id = $1 and e.user_id = i.person and e.reversal_of is null
    and (e.source = i.source or starts_with(e.source, i.source || ':'))
  having bool_and(exists (
    select from ledger_entry r where r.enterprise_id = e.enterprise_id and r.reversal_of = e.id))
) line
where not exists (
  select from user_certificate c where c.enterprise_id = $1 and c.user_id = i.person
    and i.source in (c.source || ':credits', c.source || ':points')
    and c.revoked_at is not null and not c.revoked_with_pass)`;

/**
 * Returns those of the lines that were posted for passes and reversed with them, under a source of its own, because a source is
 * posted once. None if it counts, or if the certificate was revoked by hand: that may have reversed it, too.
 */
async function reversedOf<Line extends { userId: string; source: string }>(
  db: TenantDb,
  enterpriseId: string,
  lines: Line[],
): Promise<(Line & { amount: string })[]> {
  const { rows } = await pgClientOf(db).query<{ n: number; amount: string; source: string }>({
    name: 'reversed-rewards',
    text: REVERSED,
    values: [enterpriseId, lines.map(({ userId }) => userId), lines.map(({ source }) => source)],
  });
  return rows.map(({ n, ...again }) => ({ ...lines[n - 1]!, ...again }));
}
