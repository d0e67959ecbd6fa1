import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { Context } from '#src/server/core/context.ts';
import { withheldFromMarker } from '#src/server/exam/withheld-questions.ts';
import { DEPENDABLE_COUNT, LEAST_COUNT } from './item-figures.ts';
import { analyseItems } from './analyse-items.ts';
import { requireExam } from './require-exam.ts';

/**
 * Returns the item analysis of an exam for those who mark. Options and flags tell the right answer, so they are withheld like
 * reference answers from a marker who can still take an exam with the question (decision 029).
 * @throws AppError 404 for an exam that does not exist here, or that the viewer neither manages nor marks
 */
export async function viewAnalysis(ctx: Context, input: OperationInput<'GET /exam/auth/exam/analysis/view'>) {
  const { db, tenant, viewer, now } = ctx;
  const found = await requireExam(ctx, input.examId);
  const counted = { ...input, enterpriseId: tenant.id, timeZone: tenant.timeZone };
  const { scores, items, alpha, samePaper, asOf } = await analyseItems(db, counted);
  const questionIds = [...new Set(items.map(({ questionId }) => questionId))];
  const which = { enterpriseId: tenant.id, userId: viewer.userId, questionIds, now: now() };
  const withheld = questionIds.length > 0 ? await withheldFromMarker(db, which) : new Set();
  const { count, passed, mean, deviation } = scores;
  return {
    ...found,
    counting: input.counting,
    asOf,
    count,
    leastCount: LEAST_COUNT,
    dependableCount: DEPENDABLE_COUNT,
    meanScore: mean === null ? null : mean / 100,
    meanPercent: percent(scores.meanShare),
    medianPercent: percent(scores.medianShare),
    standardDeviation: deviation === null ? null : deviation / 100,
    passRate: count > 0 ? passed / count : null,
    meanSeconds: scores.seconds,
    samePaper,
    alpha,
    // Not defined for a negative α, where the questions contradict each other.
    standardError: alpha === null || alpha < 0 ? null : (deviation! / 100) * Math.sqrt(1 - alpha),
    histogram: scores.histogram,
    items: items.slice(0, MAX_ITEMS.analysedQuestions).map((item) => {
      const isWithheld = withheld.has(item.questionId);
      return { ...item, withheld: isWithheld, ...(isWithheld && { options: [], flags: [] }) };
    }),
  };
}

const percent = (share: number | null) => (share === null ? null : share * 100);
