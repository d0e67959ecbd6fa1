import { useEffect, useRef } from 'react';
import { invalidate } from './query.ts';

/** Milliseconds between two looks at a running job. */
const EVERY_MS = 1_000;

type ReadCall = Parameters<typeof invalidate>[0];

/**
 * Looks at a job while it runs. When it has ended, what it changes is read again, also if no answer has said that it runs.
 * @param call which says how far the job is
 * @param data its latest answer
 * @param changes calls whose data changes with the job
 */
export function useJob(call: ReadCall, data: unknown, isRunning: boolean, changes: readonly ReadCall[] = []): void {
  // By value: the same answer comes again whenever the window gets the focus.
  const answer = JSON.stringify(data);
  const seen = useRef(answer);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => invalidate(call), EVERY_MS);
    return () => clearInterval(timer);
  }, [call, isRunning]);
  useEffect(() => {
    if (seen.current === answer) return;
    const isFirst = seen.current === undefined;
    seen.current = answer;
    if (!isFirst && !isRunning) invalidate(...changes);
  }, [answer, isRunning, changes]);
}
