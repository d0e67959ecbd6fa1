import type { Data } from '#src/contract/calls.ts';
import { DEPENDABLE_COUNT, type ItemFigures, LEAST_COUNT } from './item-figures.ts';

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
export function itemFlags(figures: Omit<ItemFigures, 'variance'>, options: Item['options']): Flag[] {
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
