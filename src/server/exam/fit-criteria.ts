type Criterion = { text: string; points: number };

/**
 * Returns criteria whose points make up the score of a question. Points are scaled in proportion, to two decimals; what
 * rounding leaves goes to the last criterion with points.
 */
export function fitCriteria(criteria: Criterion[], score: number): Criterion[] {
  const sum = criteria.reduce((all, { points }) => all + points, 0);
  if (sum === 0) return criteria;
  const hundredths = criteria.map(({ points }) => Math.floor(((points / sum) * score + 1e-9) * 100));
  const left = Math.round(score * 100) - hundredths.reduce((all, each) => all + each, 0);
  const last = criteria.findLastIndex(({ points }) => points > 0);
  return criteria.map(({ text }, i) => ({ text, points: (hundredths[i]! + (i === last ? left : 0)) / 100 }));
}
