import { seededRandom } from '#src/lib/shuffle.ts';

/** Seconds that the last candidates have to get through before the time for entering, or submitting, is over. */
const LAST_SECONDS = 5;
/** Seconds for which a candidate looks at the page of the exam before "start", at most. */
const READ_SECONDS = 3;
/** Seconds between two beats of a hall. */
const BEAT_SECONDS = 20;
/** The result is looked at within so many seconds after the receipt. */
const RESULT_SECONDS = 20;
/** Share of the saves before which the candidate leaves the screen, and of the submissions that carry new answers. */
const LEAVING = 0.02;
const PENDING = 0.3;
/** One of so many candidates goes on at another device. */
const DEVICE_EVERY = 100;
const DEVICE_CANDIDATE = 7;
/** Seconds for which a candidate is away: from, and how much longer at most. */
const AWAY = { from: 2, more: 6 };

/** When a candidate does what, in seconds since the begin of the day. */
export type CandidatePlan = {
  examPageAt: number;
  startAt: number;
  submitAt: number;
  /** Moments after `startAt` and before `submitAt`. */
  saves: { at: number; awaySeconds: number | null }[];
  beats: number[];
  /** Null: they stay at their device. */
  takeOverAt: number | null;
  /** Answers that are given just before the submission, which carries them. */
  pending: number;
  /** Seconds after the receipt; null: the result is not looked at. */
  resultAfter: number | null;
};

/** Whether a candidate goes on at another device: one of a hundred, the first ones included. */
export const changesDevice = (n: number): boolean => n % DEVICE_EVERY === DEVICE_CANDIDATE;

/** Seconds within which all candidates begin to enter, or submit, so that the last ones can be through after `seconds`. */
const beginWithin = (seconds: number): number => (seconds > 2 * LAST_SECONDS ? seconds - LAST_SECONDS : seconds / 2);

/**
 * Plans the day of one of `count` candidates. Everything is by the clock, whatever the portal does, and the same for each run: what
 * is random depends on the number of the candidate only.
 */
export function planOf(n: number, count: number, plan: DayPlan): CandidatePlan {
  const random = seededRandom(`candidate ${n}`);
  const share = n / count;
  const within = beginWithin(plan.enter);
  const read = Math.min(READ_SECONDS, within / 4);
  const startAt = read + share * (within - read);
  const submitAt = plan.enter + plan.answer + share * beginWithin(plan.submit);
  const every = (seconds: number): number[] => {
    const moments: number[] = [];
    for (let at = startAt + random() * seconds; at < submitAt; at += seconds) moments.push(at);
    return moments;
  };
  return {
    examPageAt: startAt - read * (0.3 + 0.7 * random()),
    startAt,
    submitAt,
    saves: every(plan.saveEvery).map((at) => {
      const seconds = AWAY.from + random() * AWAY.more;
      // Nobody submits while they are away.
      return { at, awaySeconds: random() < LEAVING && at + seconds < submitAt ? seconds : null };
    }),
    beats: every(BEAT_SECONDS),
    takeOverAt: changesDevice(n) ? startAt + (submitAt - startAt) / 2 : null,
    pending: random() < PENDING ? 1 + Math.floor(random() * 2) : 0,
    resultAfter: random() < (plan.resultShare ?? 1) ? random() * RESULT_SECONDS : null,
  };
}
/**
 * Seconds: all are in after `enter`, everybody saves every `saveEvery` from their start to their submission, and all are out within
 * `submit`, which begins after another `answer`. `resultShare` of them, 1 by default, look at their result.
 */
export type DayPlan = { enter: number; saveEvery: number; answer: number; submit: number; resultShare?: number };
