import type { Range } from '#src/lib/ranges.ts';
import { reachedSecond } from '#src/lib/ranges.ts';
import type { Resource } from './room.ts';

export type Question = Resource['questions'][number];
/** What stops a seek: a required question, or that the course forbids skipping. */
export type Limit = { second: number; reason: 'question' | 'skipping' };

/** A question is shown when playback crosses its second within this time; a longer step is a seek. Seconds. */
const STEP = 3;

/** Returns how far a media may be played now, and why not further; null: freely. The server applies the same rules. */
export function playLimit(
  questions: readonly Question[],
  { noSkipping, completed, watched }: { noSkipping: boolean; completed: boolean; watched: readonly Range[] },
): Limit | null {
  if (completed) return null;
  const open = questions.find(({ required, answer }) => required && !answer);
  const reached = noSkipping ? reachedSecond(watched) : Infinity;
  if (open && open.atSecond <= reached) return { second: open.atSecond, reason: 'question' };
  return noSkipping ? { second: reached, reason: 'skipping' } : null;
}

/**
 * Returns the question to ask when playback has moved from `before` to `now`, seconds: a required one without answer that
 * was reached in any way, or an optional one that was played through.
 * @param skipped ids of optional questions that the learner has skipped
 */
export function questionAt(
  questions: readonly Question[],
  { before, now, completed }: { before: number; now: number; completed: boolean },
  skipped: ReadonlySet<string>,
): Question | null {
  const crossed = ({ atSecond }: Question) => before < atSecond && atSecond <= now && now - before < STEP;
  const due = (question: Question) => {
    if (question.answer || skipped.has(question.id)) return false;
    return question.required && !completed ? question.atSecond <= now : crossed(question);
  };
  return questions.find(due) ?? null;
}

/** Speeds that the player offers, up to the highest one of the course. */
export function speeds(highest: number): number[] {
  return [...[0.5, 0.75, 1, 1.25, 1.5, 1.75].filter((rate) => rate < highest), highest];
}

/** The next faster (`step` 1) or slower (-1) speed. */
export function nextSpeed(rate: number, step: 1 | -1, highest: number): number {
  const all = speeds(highest);
  const found = step > 0 ? all.find((each) => each > rate) : all.findLast((each) => each < rate);
  return found ?? rate;
}
