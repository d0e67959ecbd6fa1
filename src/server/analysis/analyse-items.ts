import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { AnswerSums } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Counted } from './counted-attempts.ts';
import { readRegrades, rulesOf } from '#src/server/exam/read-regrades.ts';
import { AS_ON_PAPER, keyOnPaper } from '#src/server/exam/regrade-rule.ts';
import {
  cronbachAlpha,
  itemFigures,
  regradedFigures,
  DEPENDABLE_COUNT,
  type ItemFigures,
  LEAST_COUNT,
} from './item-figures.ts';
import { type PaperItem, readItems } from './read-items.ts';
import { readSums } from './read-sums.ts';
import type { Data } from '#src/contract/calls.ts';

type Item = Data<'GET /exam/auth/exam/analysis/view'>['items'][number];
type Flag = Item['flags'][number];

const TOO_EASY = 0.9;
const TOO_HARD = 0.25;
const WEAK = 0.2;
const OFTEN_OMITTED = 0.2;

/**
 * Returns what is conspicuous about a question. With few attempts only that they are few. A right answer that the better
 * candidates choose less often than the others (`negative`), or another option that the upper group prefers
 * (`strongDistractor`), suggests a wrong key.
 */
function itemFlags(figures: Omit<ItemFigures, 'variance'>, options: Item['options']): Flag[] {
  const { count, facility, discrimination, pointBiserial, omitted } = figures;
  if (count < LEAST_COUNT || facility === null) return ['fewAnswers'];
  const isNegative = (discrimination ?? 0) < 0 || (pointBiserial ?? 0) < 0;
  const right = options.filter(({ isRight }) => isRight);
  const wrong = options.filter(({ isRight, text, value }) => !isRight && (text !== null || value !== null));
  const isPreferred = wrong.some(({ groups }) => right.some((each) => groups.upper > each.groups.upper));
  const found: [Flag, boolean][] = [
    ['negative', isNegative],
    ['strongDistractor', isPreferred],
    ['tooEasy', facility >= TOO_EASY],
    ['tooHard', facility <= TOO_HARD],
    ['weak', !isNegative && facility < TOO_EASY && facility > TOO_HARD && (pointBiserial ?? 1) < WEAK],
    ['unusedOption', count >= DEPENDABLE_COUNT && wrong.some((option) => option.count === 0)],
    ['oftenOmitted', omitted / count >= OFTEN_OMITTED],
  ];
  return found.filter(([, holds]) => holds).map(([flag]) => flag);
}

/**
 * Computes the item analysis of the counted attempts. Each version of a question is an item of its own, because a change of
 * its text or key changes how it works; α counts the versions as one question, as the exam does. Questions that are on the
 * latest paper but without a mark in any counted attempt are left out. Questions that were regraded have the key and score that
 * count now; void ones are marked as such and count for nothing.
 */
export async function analyseItems(db: TenantDb, counted: Counted) {
  const { sums, asOf } = await readSums(db, counted);
  const rules = rulesOf(await readRegrades(db, counted.enterpriseId, counted.examId));
  const ruleOf = (which: { questionId: string; version: number }) => rules.get(keyOf(which)) ?? AS_ON_PAPER;
  const { scores, answers, latestId } = sums;
  const byVersion = Map.groupBy(answers, keyOf);
  const attemptIds = [...new Set([...byVersion.values()].map(([first]) => first!.attemptId))];
  const shown = latestId === null ? [] : await readItems(db, { ...counted, latestId, attemptIds });
  const items = shown
    .filter((item) => byVersion.has(keyOf(item)))
    .map((item, i) => {
      const given = byVersion.get(keyOf(item))!;
      const rule = ruleOf(item);
      const { variance: _, ...figures } = regradedFigures(given, rule);
      const options = optionsOf({ ...item, answer: keyOnPaper(item, rule.key) ?? item.answer }, given);
      const { questionId, code, type, section, stem } = item;
      const version = item.version || null;
      const flags = rule.void ? [VOID_FLAG[rule.void]] : itemFlags(figures, options);
      return { questionId, version, code, type, section, stem, number: i + 1, ...figures, options, flags };
    });
  // A void question measures nothing; all attempts have the same mark in it.
  const measured = answers.filter((answer) => ruleOf(answer).void === null);
  const questions = [...Map.groupBy(measured, ({ questionId }) => questionId).values()].map(itemFigures);
  const samePaper = questions.every(({ count }) => count === scores.count);
  return { scores, items, asOf, samePaper, alpha: samePaper ? cronbachAlpha(questions, scores) : null };
}

const VOID_FLAG = { full: 'fullForAll', drop: 'notCounted' } as const;

const keyOf = ({ questionId, version }: { questionId: string; version: number }) => `${questionId} ${version}`;

type Options = ReturnType<typeof optionOf>[];

/** Returns how often each option was chosen; options of an earlier wording of the question are added as one without text. */
function optionsOf({ type, options, answer }: PaperItem, answers: AnswerSums[]): Options {
  if (type === 'judge')
    return (['true', 'false'] as const).map((value) =>
      optionOf(
        { text: null, value, isRight: String(answer) === value },
        answers.filter(({ chosen }) => chosen === value),
      ),
    );
  if (type !== 'single' && type !== 'multiple') return [];
  const right = [answer].flat();
  const marksOf = ({ chosen }: AnswerSums) => chosen?.split(',') ?? [];
  const known = options.map(({ key, text, mark }) =>
    optionOf(
      { text, value: null, isRight: right.includes(key) },
      answers.filter((given) => marksOf(given).includes(mark)),
    ),
  );
  const isEarlier = (mark: string) => mark !== '' && !options.some((option) => option.mark === mark);
  const earlier = answers.filter((given) => marksOf(given).some(isEarlier));
  const all = earlier.length > 0 ? [...known, optionOf({ text: null, value: null, isRight: false }, earlier)] : known;
  return all.slice(0, MAX_ITEMS.analysedOptions);
}

function optionOf(
  option: { text: string | null; value: 'true' | 'false' | null; isRight: boolean },
  answers: AnswerSums[],
) {
  const sum = (of: (answer: AnswerSums) => number) => answers.reduce((total, answer) => total + of(answer), 0);
  const count = sum((each) => each.count);
  const upper = sum((each) => each.upper);
  const lower = sum((each) => each.lower);
  return { ...option, count, groups: { upper, middle: count - upper - lower, lower } };
}
