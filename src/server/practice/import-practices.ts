import { and, eq, inArray } from 'drizzle-orm';
import { seededRandom } from '#src/lib/shuffle.ts';
import { momentOf, type Importing } from '#src/server/pack/importing.ts';
import type { Practice } from '#src/server/pack/pack-practices.ts';
import type { PaperQuestion } from '#src/server/exam/tables/attempt.ts';
import { practiceAnswer, practiceRun } from '#src/server/practice/tables.ts';
import { question, questionBank } from '#src/server/question/tables.ts';
import type { AnswerValue } from '#src/server/exam/answer-shape.ts';
import { composePaper } from '#src/server/exam/compose-paper.ts';
import { readQuestions } from '#src/server/exam/draw-paper.ts';
import { recordAnswer } from '#src/server/practice/record-answer.ts';

/** Imports finished practices with their mistakes. A person who has practised the bank gets no other practice of it. */
export async function importPractices(importing: Importing, people: ReadonlyMap<string, string>): Promise<void> {
  const known = await practised(importing);
  for (const entry of importing.pack.practices) await importPractice(importing, entry, people.get(entry.phone)!, known);
}

/** Returns who has practised which bank before this import. */
async function practised({ db, enterpriseId }: Importing): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectDistinct({ userId: practiceRun.userId, bankId: practiceRun.bankId })
    .from(practiceRun)
    .where(and(eq(practiceRun.enterpriseId, enterpriseId), eq(practiceRun.kind, 'bank')));
  return new Set(rows.map(({ userId, bankId }) => `${userId} ${bankId}`));
}

async function importPractice(importing: Importing, entry: Practice, userId: string, known: ReadonlySet<string>) {
  const { db, enterpriseId, tally } = importing;
  const name = `${entry.bank}/${entry.phone}`;
  const [bank] = await db
    .select()
    .from(questionBank)
    .where(and(eq(questionBank.enterpriseId, enterpriseId), eq(questionBank.code, entry.bank)));
  const bankId = bank!.id;
  if (known.has(`${userId} ${bankId}`)) {
    tally.add('practice', 'unchanged', name);
    return;
  }
  const at = momentOf(importing, entry.at);
  const questions = await readQuestions(
    db,
    enterpriseId,
    and(
      eq(question.enterpriseId, enterpriseId),
      eq(question.bankId, bankId),
      inArray(question.code, [...entry.right, ...entry.wrong]),
    ),
  );
  const section = { title: bank!.title, count: questions.length, scoreEach: '1' };
  const rules = { shuffleQuestions: true, shuffleOptions: true };
  const paper = composePaper([{ section, bank: questions }], rules, seededRandom(name));
  const isWrong = new Set(questions.filter(({ code }) => entry.wrong.includes(code)).map(({ id }) => id));
  const count = paper.length;
  const rightCount = count - isWrong.size;
  const [run] = await db
    .insert(practiceRun)
    .values({
      ...{ enterpriseId, userId, kind: 'bank', bankId, paper, questionCount: count, answeredCount: count, rightCount },
      ...{ startedAt: new Date(at.getTime() - count * 60_000), finishedAt: at },
    })
    .returning({ id: practiceRun.id });
  const runId = run!.id;
  for (const item of paper) {
    const { questionId } = item;
    const right = !isWrong.has(questionId);
    const answer = right ? rightAnswer(item) : wrongAnswer(item);
    await db
      .insert(practiceAnswer)
      .values({ enterpriseId, runId, questionId, answer, savedAt: at, checkedAt: at, right });
    await recordAnswer(db, { enterpriseId, userId, now: at }, { runId, questionId, right });
  }
  tally.add('practice', 'created', name);
}

const rightAnswer = ({ type, answer }: PaperQuestion): AnswerValue =>
  type === 'blank' ? (answer as string[][]).map((texts) => texts[0]!) : (answer as AnswerValue);

/** Another option, the opposite, or no text. */
function wrongAnswer({ type, answer, options }: PaperQuestion): AnswerValue {
  if (type === 'judge') return !answer;
  if (type === 'single') return options.find(({ key }) => key !== answer)!.key;
  return type === 'multiple' ? (answer as string[]).slice(1) : null;
}
