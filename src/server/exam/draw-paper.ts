import { and, asc, eq } from 'drizzle-orm';
import { examSection, question, type PaperQuestion, type QuestionKey } from '#src/server/core/db/schema/exam.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { seededRandom, shuffle } from '#src/lib/shuffle.ts';

type Exam = { enterpriseId: string; id: string; shuffleQuestions: boolean; shuffleOptions: boolean };
type Question = typeof question.$inferSelect;

/**
 * Draws a paper: of each section as many questions as it asks for, at random when the bank has more. The result is
 * frozen into the attempt, so later changes of the bank do not reach a paper that was started.
 * @param seed decides the draw and the order
 * @throws AppError 409 when a bank has fewer questions than its section asks for
 */
export async function drawPaper(db: TenantDb, exam: Exam, seed: string): Promise<PaperQuestion[]> {
  const random = seededRandom(seed);
  const sections = await db
    .select()
    .from(examSection)
    .where(and(eq(examSection.enterpriseId, exam.enterpriseId), eq(examSection.examId, exam.id)))
    .orderBy(asc(examSection.sort), asc(examSection.id));
  const drawn = new Set<string>();
  const paper: PaperQuestion[] = [];
  for (const section of sections) {
    const bank = await db
      .select()
      .from(question)
      .where(
        and(
          eq(question.enterpriseId, exam.enterpriseId),
          eq(question.bankId, section.bankId),
          eq(question.type, section.type),
          eq(question.published, true),
        ),
      )
      .orderBy(asc(question.id));
    // Two sections may share a bank; a question is asked once.
    const available = bank.filter((item) => !drawn.has(item.id));
    if (available.length < section.count) throw new AppError(409, 'examNotReady');
    const chosen = shuffle(available, random).slice(0, section.count);
    if (!exam.shuffleQuestions) chosen.sort((a, b) => bank.indexOf(a) - bank.indexOf(b));
    for (const item of chosen) {
      drawn.add(item.id);
      paper.push(freeze(item, section.title, Number(section.scoreEach), exam.shuffleOptions ? random : null));
    }
  }
  if (paper.length === 0) throw new AppError(409, 'examNotReady');
  return paper;
}

function freeze(item: Question, section: string, score: number, random: (() => number) | null): PaperQuestion {
  const options = random ? shuffle(item.options, random) : item.options;
  // Letters follow the order on the paper, and the key follows the letters.
  const letters = new Map(options.map((option, i) => [option.key, String.fromCharCode(65 + i)]));
  const rename = (key: string) => letters.get(key) ?? key;
  return {
    questionId: item.id,
    section,
    type: item.type,
    stem: item.stem,
    options: options.map((option) => ({ key: rename(option.key), text: option.text })),
    blanks: item.type === 'blank' ? (item.answer as string[][]).length : 0,
    score,
    answer: renameKey(item, rename),
    analysis: item.analysis,
  };
}

function renameKey({ type, answer }: Question, rename: (key: string) => string): QuestionKey {
  if (type === 'single') return rename(answer as string);
  if (type === 'multiple') return (answer as string[]).map(rename).sort();
  return answer;
}
