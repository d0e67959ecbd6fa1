import type { Translate } from '#src/i18n/format.ts';
import type { CourseItem } from './course-document.ts';

export type Evaluation = NonNullable<CourseItem['evaluation']>;
type Criterion = Evaluation['criteria'][number];

/** A criterion without a name. @param weight percent */
export const newCriterion = (weight: number): Criterion => ({
  ...{ code: crypto.randomUUID().slice(0, 8), title: '', description: '', weight, levels: [] },
});

/** What scoring begins with. */
export const newEvaluation = (): Evaluation => ({
  ...{ passMark: 60, tries: 2, assessors: [], criteria: [newCriterion(100)] },
});

export const weightSum = (criteria: readonly Criterion[]): number =>
  criteria.reduce((sum, { weight }) => sum + weight, 0);

/** Whole percentages that differ by at most one and add up to 100, the larger ones first. */
export function equalWeights(count: number): number[] {
  const least = Math.floor(100 / count);
  return Array.from({ length: count }, (_, n) => least + (n < 100 - least * count ? 1 : 0));
}

/** A rubric in words, a line for each of its parts. */
export const evaluationLines = (t: Translate, { passMark, tries, assessors, criteria }: Evaluation): string[] => [
  `${t('editing:evaluation.passMark')}: ${passMark} · ${t('editing:evaluation.tries')}: ${tries}`,
  ...assessors.map(({ userName }) => `– ${userName}`),
  ...criteria.flatMap(({ title, description, weight, levels }) => [
    [`${weight} % ${title}`, description].filter(Boolean).join(' · '),
    ...levels.map((level) => [`– ${level.points} ${level.title}`, level.description].filter(Boolean).join(' · ')),
  ]),
];
