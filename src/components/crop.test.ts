import { expect, it } from 'vitest';
import { maxZoom } from './crop.ts';

it('does not zoom in until a picture is blurred', () => {
  expect(maxZoom({ width: 4000, height: 3000 })).toBe(8);
  expect(maxZoom({ width: 128, height: 500 })).toBe(2);
  expect(maxZoom({ width: 20, height: 20 })).toBe(1);
});
