import { expect, it } from 'vitest';
import { equalWeights } from './evaluation-parts.ts';

it('divides 100 percent into whole weights, the larger ones first', () => {
  expect(equalWeights(1)).toEqual([100]);
  expect(equalWeights(3)).toEqual([34, 33, 33]);
  for (let count = 1; count <= 30; count += 1) {
    const weights = equalWeights(count);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(100);
    expect(weights[0]! - weights.at(-1)!).toBeLessThanOrEqual(1);
  }
});
