import { expect, it } from 'vitest';
import { hasWatched } from './has-watched.ts';

const item = (kind: string, subTrainingProgress: Parameters<typeof hasWatched>[0] = []) => ({
  kind,
  subTrainingProgress,
});

it('is true where something is watched or read, also in a chapter', () => {
  expect(hasWatched([item('media')])).toBe(true);
  expect(hasWatched([item('chapter', [item('exam'), item('reading')])])).toBe(true);
  expect(hasWatched([item('training'), item('chapter', [item('exam')])])).toBe(false);
  expect(hasWatched([])).toBe(false);
});
