import assert from 'node:assert/strict';
import { clipRanges, countSeconds, fromMultirange, reachedSecond, subtractRanges } from '#src/lib/ranges.ts';
import { TOLERANCE_MS } from '#src/server/study/study-budget.ts';
import type { Stored, StudyResource, StudyWorld } from './study-world.ts';

/**
 * What may have been counted at most, computed without the budget of the server: the tolerance once, and between two reports
 * of the open player the time that has passed, at the highest speed of its resource. Times in milliseconds.
 */
export class Allowance {
  #allowed = TOLERANCE_MS;
  #first: number | null = null;
  #last = 0;
  #opens = 0;
  readonly #maxSkew: number;

  constructor(skew: readonly number[]) {
    this.#maxSkew = Math.max(...skew) - Math.min(...skew);
  }

  opened(now: Date): void {
    this.#first ??= now.getTime();
    this.#opens += 1;
    this.#last = Math.max(this.#last, now.getTime());
  }

  /** A report of the open player. */
  reported(now: Date, rate: number): void {
    this.#allowed += Math.max(0, now.getTime() - this.#last) * rate;
    this.#last = Math.max(this.#last, now.getTime());
  }

  /** Seconds of content. */
  get content(): number {
    return this.#allowed / 1000;
  }

  /** Seconds since the first player was opened. */
  get wallClock(): number {
    return this.#first === null ? 0 : (this.#last - this.#first) / 1000;
  }

  /** Seconds of study: two processes may disagree about the time between an opening and a report. */
  get study(): number {
    return this.wallClock + this.#opens * this.#maxSkew;
  }
}

/** Checks what is stored about a learner after a step. @throws AssertionError */
export function checkStored(world: StudyWorld, before: Stored, after: Stored, allowance: Allowance): void {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const credited = sum(after.resources.map(({ watchedSeconds }) => watchedSeconds));
  const fastest = Math.max(...world.resources.map(({ rate }) => rate));
  assert.ok(credited <= allowance.content, `${credited} s are counted, ${allowance.content} s were possible`);
  const limit = allowance.wallClock * fastest + TOLERANCE_MS / 1000;
  assert.ok(credited <= limit, `${credited} s are counted, the clock allows ${limit} s`);
  const studied = sum(after.resources.map(({ studySeconds }) => studySeconds));
  assert.ok(studied <= allowance.study, `${studied} s of study in ${allowance.study} s`);

  for (const row of after.resources) {
    const resource = world.resources.find(({ id }) => id === row.resourceId)!;
    checkResource(resource, row);
    const earlier = before.resources.find(({ resourceId }) => resourceId === row.resourceId);
    if (earlier) checkChange(earlier, row);
  }
  assert.ok(after.resources.length >= before.resources.length, 'progress of a resource was lost');
  for (const { courseId, status, completedAt, studyProgress, studySeconds } of after.courses) {
    const earlier = before.courses.find((course) => course.courseId === courseId);
    if (earlier?.status === 'completed')
      assert.deepEqual(
        { status, completedAt, studyProgress },
        { status: 'completed', completedAt: earlier.completedAt, studyProgress: earlier.studyProgress },
      );
    assert.ok(studyProgress >= (earlier?.studyProgress ?? 0), 'the progress of a course went back');
    const within = after.resources.filter((row) => row.courseId === courseId);
    assert.equal(studySeconds, sum(within.map((row) => row.studySeconds)), 'time of study of the course');
    const isComplete = world.resources
      .filter((resource) => resource.courseId === courseId)
      .every(({ id }) => within.some(({ resourceId, completedAt: at }) => resourceId === id && at !== null));
    assert.equal(status === 'completed', isComplete, 'a course is complete when all its resources are');
  }
  checkLedger(world, after);
}

function checkResource(resource: StudyResource, row: Stored['resources'][number]): void {
  const watched = fromMultirange(row.watched);
  assert.equal(row.watchedSeconds, countSeconds(watched), 'watchedSeconds is the coverage');
  assert.deepEqual(watched, clipRanges(watched, resource.seconds), 'the coverage is within the resource');
  assert.ok(row.position >= 0 && row.position <= resource.seconds, `position ${row.position}`);
  if (resource.noSkipping && !row.completedAt)
    assert.equal(reachedSecond(watched), watched.at(-1)?.[1] ?? 0, 'nothing was skipped');
  if (resource.asks) assert.ok((watched.at(-1)?.[1] ?? 0) <= 23, 'nothing counts after an unanswered question');
}

function checkChange(earlier: Stored['resources'][number], row: Stored['resources'][number]): void {
  const lost = subtractRanges(fromMultirange(earlier.watched), fromMultirange(row.watched));
  assert.deepEqual(lost, [], 'the coverage never shrinks');
  assert.ok(row.studySeconds >= earlier.studySeconds, 'the time of study never shrinks');
  assert.ok(row.studyProgress >= earlier.studyProgress, 'the progress never shrinks');
  if (earlier.completedAt) assert.deepEqual(row.completedAt, earlier.completedAt, 'what is complete stays complete');
}

/** A complete course has posted hours, credits and points once (if it has any), any other nothing. */
function checkLedger(world: StudyWorld, { courses, ledger }: Stored): void {
  const complete = courses.filter(({ status }) => status === 'completed');
  const earning = complete.filter(({ courseId }) =>
    world.resources.some((resource) => resource.courseId === courseId && !resource.asks),
  );
  const kinds = ['hours', 'credits', 'points'];
  const expected = earning.flatMap(({ courseId }) => kinds.map((kind) => `course:${courseId}:${kind}`));
  assert.deepEqual(ledger.map(({ source }) => source).sort(), expected.sort(), 'ledger entries');
}
