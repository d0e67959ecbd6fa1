import { randomUUID } from 'node:crypto';
import { chooseQuestions, expectedOverlap, meanDifficulty } from '../choose-questions.ts';
import { seededRandom } from '#src/lib/shuffle.ts';
import type { Context } from '#src/server/core/context.ts';
import { composePaper, type Drawn } from '../compose-paper.ts';
import { readParts } from '../draw-paper.ts';
import { fromHundredths, toHundredths } from '../score-paper.ts';
import { requireManaged } from './manage.ts';

/** Papers whose difficulty is compared. */
const SAMPLES = 30;

/** Checks whether the banks fill the paper of an exam, and how papers differ. @throws AppError 404 */
export async function checkExam(ctx: Context, { id }: { id: string }) {
  const { db } = ctx;
  const rules = await requireManaged(ctx, id);
  const sections = await readParts(db, rules);
  const parts = partsOf(sections);
  const { lacks } = chooseQuestions(parts, seededRandom(id));
  const means = Array.from({ length: SAMPLES }, (_, n) =>
    meanDifficulty(chooseQuestions(parts, seededRandom(`${id} ${n}`), rules.equalDifficulty).chosen.flat()),
  );
  const round = (value: number) => Math.round(value * 100) / 100;
  const total = sections.reduce((sum, { section, bank, scores: own }) => {
    if (!own) return sum + section.count * toHundredths(section.scoreEach);
    return sum + bank.reduce((part, each) => part + toHundredths(own.get(each.id) ?? 0), 0);
  }, 0);
  return {
    paperKind: rules.paperKind,
    parts: sections.map(({ section, bank }, i) => ({
      ...{ title: section.title, count: section.count, available: bank.length, lacks: lacks[i]! },
    })),
    questionCount: parts.reduce((sum, { count }) => sum + count, 0),
    totalScore: fromHundredths(total),
    overlap: round(expectedOverlap(parts, seededRandom(id), rules.equalDifficulty)),
    easiest: round(Math.min(...means)),
    hardest: round(Math.max(...means)),
  };
}

/** What is drawn from which questions. */
export const partsOf = (sections: Drawn[]) =>
  sections.map(({ section, bank }) => ({ count: section.count, pool: bank }));

/**
 * Draws a paper as candidates get it, for staff: without right answers, because staff may be candidates too.
 * @throws AppError 404; 409 when the banks do not fill the paper
 */
export async function previewPaper(ctx: Context, { id, seed = randomUUID() }: { id: string; seed?: string }) {
  const { db } = ctx;
  const rules = await requireManaged(ctx, id);
  const sections = await readParts(db, rules);
  const byId = new Map(sections.flatMap(({ bank }) => bank.map((each) => [each.id, each] as const)));
  const questions = composePaper(sections, rules, seededRandom(seed)).map(
    ({ questionId, type, stem, options, section, score }) => {
      const { difficulty, topic } = byId.get(questionId)!;
      return { questionId, type, stem, options, section, score, difficulty, topic, id: questionId };
    },
  );
  return { seed, meanDifficulty: Math.round(meanDifficulty(questions) * 100) / 100, questions };
}
