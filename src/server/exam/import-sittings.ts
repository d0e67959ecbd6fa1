import { and, eq, sql } from 'drizzle-orm';
import { seededRandom } from '#src/lib/shuffle.ts';
import { momentOf, type Importing } from '#src/server/pack/importing.ts';
import type { Sitting } from '#src/server/pack/pack-attempts.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examAttempt, type PaperQuestion } from '#src/server/exam/tables/attempt.ts';
import { examResit } from '#src/server/exam/tables/rules.ts';
import { importAttempt } from './attempt/create-attempt.ts';
import { drawPaper } from '#src/server/exam/draw-paper.ts';
import { readProgress } from '#src/server/exam/progress.ts';

type Ids = ReadonlyMap<string, string>;
type Rules = typeof exam.$inferSelect;

/** Time between two people, ms. */
const APART = 23 * 60_000;
/** Seconds for one answer: the least, and how much more at most. */
const LEAST_SECONDS = 15;
const MORE_SECONDS = 75;

/**
 * Imports attempts of people who sat an exam. Invented answers follow from the ability of a person and the difficulty of a question,
 * which are derived from their names, so that every import gives the same. People with an attempt from before this import
 * get no other one; in a resit, neither do those who have passed.
 */
export async function importSittings(importing: Importing, people: Ids, exams: Ids): Promise<void> {
  const { db, enterpriseId, pack, tally } = importing;
  const earlier = await db
    .selectDistinct({ examId: examAttempt.examId, userId: examAttempt.userId })
    .from(examAttempt)
    .where(eq(examAttempt.enterpriseId, enterpriseId));
  const before = new Set(earlier.map(({ examId, userId }) => `${examId} ${userId}`));
  for (const sitting of pack.sittings) {
    const examId = exams.get(sitting.exam)!;
    const [rules] = await db
      .select()
      .from(exam)
      .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, examId)));
    for (const [i, phone] of sitting.people.entries()) {
      const userId = people.get(phone)!;
      const name = `${sitting.exam}/${phone}`;
      if (before.has(`${examId} ${userId}`)) tally.add('exam sitting', 'unchanged', name);
      else await importSitting(importing, rules!, { sitting, userId, phone, i });
    }
  }
}

type Sat = { sitting: Sitting; userId: string; phone: string; i: number };

async function importSitting(importing: Importing, rules: Rules, { sitting, userId, phone, i }: Sat): Promise<void> {
  const { db, enterpriseId, tally } = importing;
  const examId = rules.id;
  const submittedAt = new Date(momentOf(importing, sitting.at).getTime() + i * APART);
  const { used, passed } = await readProgress(db, { enterpriseId, examId, userId, now: submittedAt });
  const windowNumber = await windowAt(importing, examId, submittedAt);
  if (passed && (windowNumber > 0 || rules.stopAfterPass)) return;
  const name = `${sitting.exam}/${phone}/${used + 1}`;
  const random = seededRandom(name);
  const paper = await drawPaper(db, rules, name);
  const times = paper.map(() => (LEAST_SECONDS + random() * MORE_SECONDS) * 1000);
  const startedAt = new Date(submittedAt.getTime() - times.reduce((sum, each) => sum + each, 0) - 20_000);
  // People know more the second time.
  const ability = seededRandom(phone)() + 0.15 * used;
  let savedAt = startedAt.getTime();
  const answers = paper.flatMap((question, n) => {
    savedAt += times[n]!;
    const answer = sitting.answers === 'right' ? rightAnswer(question) : inventAnswer(question, ability, random);
    if (answer === null) return [];
    return { questionId: question.questionId, revision: n + 1, answer, savedAt: new Date(savedAt) };
  });
  const { limitSeconds } = rules;
  const attempt = {
    enterpriseId,
    examId,
    userId,
    number: used + 1,
    windowNumber,
    paper,
    startedAt,
    limitSeconds,
    submittedAt,
  };
  await importAttempt(db, attempt, answers);
  tally.add('exam sitting', 'created', name);
}

/** The window of the exam in which a moment is: 0, or the number of a resit. */
async function windowAt({ db, enterpriseId }: Importing, examId: string, at: Date): Promise<number> {
  const [resit] = await db
    .select({ number: examResit.number })
    .from(examResit)
    .where(
      and(
        eq(examResit.enterpriseId, enterpriseId),
        eq(examResit.examId, examId),
        sql`${examResit.windowStart} <= ${at.toISOString()}::timestamptz and ${examResit.windowEnd} > ${at.toISOString()}::timestamptz`,
      ),
    );
  return resit?.number ?? 0;
}

/** The right answer, of a blank the first one that is accepted; null for a short answer, which has no right one. */
function rightAnswer({ type, answer }: Pick<PaperQuestion, 'type' | 'answer'>) {
  if (type === 'short') return null;
  return type === 'blank' ? (answer as string[][]).map(([first]) => first!) : answer;
}

/** A right or wrong answer; null: none. Wrong choices prefer one option, so that questions have a strong distractor. */
function inventAnswer({ stem, type, answer, options }: PaperQuestion, ability: number, random: () => number) {
  const difficulty = seededRandom(stem)();
  const knows = random() < 0.25 + 0.7 * ability - 0.45 * (difficulty - 0.5) - (type === 'multiple' ? 0.1 : 0);
  const isOmitted = random() < 0.04 * (1 + difficulty);
  if (isOmitted || type === 'short') return null;
  if (knows) return rightAnswer({ type, answer });
  if (type === 'judge') return !answer;
  if (type === 'blank') return (answer as string[][]).map(() => '?');
  const right = [answer].flat();
  const wrong = options.filter(({ key }) => !right.includes(key)).toSorted((a, b) => (a.text < b.text ? -1 : 1));
  const lured = wrong[random() < 0.6 ? 0 : Math.floor(random() * wrong.length)];
  if (type === 'single') return lured!.key;
  return lured && random() < 0.5 ? [...right.slice(0, -1), lured.key].toSorted() : right.slice(1);
}
