import { LRUCache } from 'lru-cache';
import { examAnswer } from '../tables/answer.ts';
import { examAttempt, type PaperQuestion } from '../tables/attempt.ts';
import { closeAttempt } from './close-attempt.ts';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { markDrawn } from '#src/server/question/mark-drawn.ts';
import { seededRandom } from '#src/lib/shuffle.ts';
import { composePaper, type Drawn } from '../compose-paper.ts';
import type { Writer } from './enter-attempt.ts';
import { accommodationFor } from '../frozen-accommodation.ts';
import { beginJournal, type JournalEvent } from '../journal.ts';
import { hashPaper } from '../journal-hash.ts';
import { RECEIVE_SECONDS } from '../limits.ts';
import type { Entry } from '../read-entry.ts';
import { fromHundredths, toHundredths } from '../score-paper.ts';
import { GRACE_SECONDS } from '../times.ts';
import { readParts, type Exam } from '../draw-paper.ts';
import { examCache } from '../exam-cache.ts';

/** Questions of all exams in memory; a question is a few KB. */
const MAX_QUESTIONS = 20_000;

const cached = examCache<Drawn[]>({
  max: MAX_QUESTIONS,
  size: (parts) => 1 + parts.reduce((sum, { bank }) => sum + bank.length, 0),
});

/**
 * Returns what the paper of an exam is drawn from, like `readParts`, from memory if it has not changed. The rules of the exam
 * itself are read at every start.
 */
const paperParts = (db: TenantDb, exam: Exam): Promise<Drawn[]> =>
  cached(`${exam.enterpriseId} ${exam.id} ${exam.paperKind}`, () => readParts(db, exam));

type Start = { userId: string; seed: string; at: Date; writer: Writer | null; trialOf?: string };

const later = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000);

/**
 * Creates an attempt: draws and freezes its paper and what applies to the user, and begins its journal. For a writer the time
 * waits for the paper to be received (confirm-received.ts), as far as the window leaves the whole time after it.
 * @param trialOf the exam whose paper is drawn for a trial sitting, which does not count as a use of its questions
 * @throws AppError 409 when the banks do not have enough questions
 */
export async function createAttempt(db: TenantDb, entry: Entry, { userId, seed, at, writer, trialOf }: Start) {
  const { enterpriseId, limitSeconds, windowEnd } = entry;
  const parts = trialOf ? await readParts(db, { ...entry, id: trialOf }) : await paperParts(db, entry);
  const paper = composePaper(parts, entry, seededRandom(seed));
  if (!trialOf) await markNew(db, enterpriseId, paper);
  const accommodation = await accommodationFor(db, { enterpriseId, userId, now: at }, entry);
  const extraSeconds = accommodation?.extraSeconds ?? 0;
  const latest = new Date(Math.min(later(at, RECEIVE_SECONDS).getTime(), windowEnd.getTime() - limitSeconds * 1000));
  const deadlineAt = later(new Date(Math.min(later(at, limitSeconds).getTime(), windowEnd.getTime())), extraSeconds);
  const attempt = {
    ...{ enterpriseId, userId, examId: entry.id, id: entry.newId, number: entry.used + 1 },
    ...{ windowNumber: entry.windowNumber, seed, paper, accommodation, deadlineAt, startedAt: at },
    waitsUntil: writer && latest > at ? latest : null,
    sectionEnds: sectionEndsOf(parts, { start: at, limitSeconds, extraSeconds }),
    totalScore: String(fromHundredths(paper.reduce((sum, question) => sum + toHundredths(question.score), 0))),
    ...{ status: 'open' as const, trial: trialOf !== undefined, writerEpoch: 1, breakUntil: null, pausedAt: null },
  };
  await db.insert(examAttempt).values(attempt);
  await begin(db, attempt, writer);
  const closes = later(deadlineAt, GRACE_SECONDS + 1);
  await sendJob(db, 'close-exam', { enterpriseId, attemptId: attempt.id }, closes);
  return attempt;
}

/** Questions that are marked as drawn, which they stay. */
const drawn = new LRUCache<string, true>({ max: 50_000 });

/** Notes after COMMIT that the questions of a paper are marked as drawn, so that the next papers need no statement for it. */
export function noteDrawn(paper: PaperQuestion[]): void {
  for (const { questionId } of paper) drawn.set(questionId, true);
}

async function markNew(db: TenantDb, enterpriseId: string, paper: PaperQuestion[]): Promise<void> {
  const fresh = paper.map(({ questionId }) => questionId).filter((id) => !drawn.has(id));
  if (fresh.length > 0) await markDrawn(db, enterpriseId, fresh);
}

type New = Pick<
  typeof examAttempt.$inferSelect,
  'enterpriseId' | 'id' | 'examId' | 'userId' | 'number' | 'paper' | 'startedAt' | 'deadlineAt' | 'waitsUntil'
>;

async function begin(
  db: TenantDb,
  { enterpriseId, id: attemptId, examId, userId, number, paper, startedAt: at, deadlineAt, waitsUntil }: New,
  writer: Writer | null,
): Promise<void> {
  const paperHash = hashPaper(paper);
  const data = { examId, userId, number, paperHash, deadlineAt: deadlineAt.toISOString() };
  const waits = waitsUntil ? { waitsUntil: waitsUntil.toISOString() } : {};
  const events: JournalEvent[] = [{ attemptId, kind: 'start', at, data: { ...data, ...waits } }];
  if (writer) events.push({ attemptId, kind: 'takeover', at, data: { epoch: 1, device: 'first' } });
  // Until the paper has arrived nothing has to be heard of the candidate.
  const seenAt = writer ? later(at, RECEIVE_SECONDS) : at;
  const { session: writerSession = null, device: writerDevice = null } = writer ?? {};
  const head = { attemptId, paperHash, seenAt, writerSession, writerDevice, closesAt: null, messages: 0 };
  await beginJournal(pgClientOf(db), enterpriseId, head, events);
}

/** An attempt of a content pack, with its answers in the order in which they were given. */
type PackAttempt = Pick<
  typeof examAttempt.$inferInsert,
  'enterpriseId' | 'examId' | 'userId' | 'number' | 'windowNumber' | 'startedAt'
> & { paper: PaperQuestion[]; limitSeconds: number; submittedAt: Date };
type PackAnswer = Pick<typeof examAnswer.$inferInsert, 'questionId' | 'revision' | 'answer' | 'savedAt'>;

/** Stores a submitted attempt of a content pack, and closes it as the submission of its candidate. */
export async function importAttempt(
  db: TenantDb,
  { limitSeconds, submittedAt, ...entry }: PackAttempt,
  answers: PackAnswer[],
): Promise<void> {
  const total = entry.paper.reduce((sum, { score }) => sum + toHundredths(score), 0);
  const [attempt] = await db
    .insert(examAttempt)
    .values({
      ...{ ...entry, totalScore: String(fromHundredths(total)) },
      deadlineAt: new Date(entry.startedAt.getTime() + limitSeconds * 1000),
    })
    .returning();
  const key = { enterpriseId: entry.enterpriseId, attemptId: attempt!.id, epoch: 1 };
  if (answers.length > 0) await db.insert(examAnswer).values(answers.map((answer) => ({ ...key, ...answer })));
  await closeAttempt(db, attempt!, 'person', submittedAt);
}

/**
 * Returns when the sections of an attempt end: those with a time follow one another from the start, in the order of the
 * paper. Extra time lengthens each in proportion. A section without a time lasts as long as the exam.
 * @returns ISO 8601 by section; null when no section has a time
 */
function sectionEndsOf(
  parts: Drawn[],
  { start, limitSeconds, extraSeconds }: { start: Date; limitSeconds: number; extraSeconds: number },
): (string | null)[] | null {
  const limits = parts.map(({ section }) => section.limitSeconds ?? null);
  if (limits.every((limit) => limit === null)) return null;
  const factor = (limitSeconds + extraSeconds) / limitSeconds;
  let end = start.getTime();
  return limits.map((limit) => {
    if (limit === null) return null;
    end += Math.round(limit * factor * 1000);
    return new Date(end).toISOString();
  });
}
