import { setTimeout as sleep } from 'node:timers/promises';
import { systemNow } from '#src/lib/system-clock.ts';
import { OperatorError } from '#src/server/core/operator-error.ts';
import { isExamSat } from './installation/is-exam-sat.ts';

const REASONS = {
  exam: 'an exam has begun on this installation, so the rehearsal was ended',
  stopped: 'the rehearsal was stopped',
  ended: 'the process was told to end',
  notStarted: 'another rehearsal is running on this installation',
};

/** A rehearsal that was ended: for a real exam, a person, the end of the process, or another rehearsal. */
export class RehearsalEnded extends OperatorError {
  readonly why: keyof typeof REASONS;

  constructor(why: keyof typeof REASONS) {
    super(REASONS[why]);
    this.why = why;
  }
}

/** Seconds between two looks. */
const LOOK_SECONDS = 2;

/**
 * Ends a rehearsal as soon as somebody of any other enterprise sits an exam, it is to stop, or its lock is lost.
 * @param checks `lock` throws when the lock is lost; `isStopAsked` tells whether somebody wants it to stop
 * @returns a function that ends the watch
 */
export function guard(
  controller: AbortController,
  checks: { lock: () => Promise<void>; isStopAsked: () => Promise<boolean> },
): () => Promise<void> {
  const over = new AbortController();
  const look = async () => {
    await checks.lock();
    if (await isExamSat(systemNow())) controller.abort(new RehearsalEnded('exam'));
    if (await checks.isStopAsked()) controller.abort(new RehearsalEnded('stopped'));
  };
  const watch = async () => {
    while (!over.signal.aborted && !controller.signal.aborted) {
      await look().catch((error: unknown) => controller.abort(error));
      await sleep(LOOK_SECONDS * 1_000, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };
  const watching = watch();
  return async () => {
    over.abort();
    await watching;
  };
}
