import { expect, it } from 'vitest';
import { fuzzStudyTime } from '../fuzz/study-time.ts';

it('300 random sequences of reports from 1–4 devices never count more time than has passed', async () => {
  const { counts, failure } = await fuzzStudyTime({ seed: 12, sequences: 300 });
  expect(failure).toBeNull();
  expect(counts.sequences).toBe(300);
  expect(counts.countedSeconds).toBeGreaterThan(10_000);
  expect(counts.completedCourses).toBeGreaterThan(10);
  expect(Object.keys(counts.refusals).sort()).toEqual([
    'beyondDuration',
    'questionFirst',
    'skippedAhead',
    'takenOver',
    'tooFast',
  ]);
}, 240_000);
