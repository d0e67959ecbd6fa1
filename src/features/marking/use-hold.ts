import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import type { Data } from '#src/contract/calls.ts';

type Answer = NonNullable<Data<'POST /exam/auth/exam/marking/answer/open'>['answer']>;

/** `ended`: another marker may open the answer now; `lost`: another one holds or has marked it. */
export type HoldState = 'held' | 'ended' | 'lost';

/**
 * Watches how long the user holds an answer. Typing renews the hold after half of its time, by the device's own measure of
 * elapsed time: its clock may be wrong.
 * @returns state, end of the hold (ISO 8601), and `touch`, to be called when something is typed
 */
export function useHold(examId: string, answer: Answer | null): { state: HoldState; until: string; touch: () => void } {
  const [renewed, setRenewed] = useState<{ of: Answer; until: string; count: number } | null>(null);
  const [ended, setEnded] = useState<{ of: Answer; state: HoldState } | null>(null);
  const since = useRef(0);
  const isAsking = useRef(false);
  const count = renewed?.of === answer ? renewed?.count : 0;
  const end = useEffectEvent(() => answer && setEnded({ of: answer, state: 'ended' }));
  useEffect(() => {
    if (!answer) return;
    since.current = performance.now();
    const timer = setTimeout(() => end(), answer.holdSeconds * 1000);
    return () => clearTimeout(timer);
  }, [answer, count]);

  const renew = async (of: Answer) => {
    const again = { attemptId: of.attemptId, questionId: of.questionId };
    try {
      const input = { examId, again };
      const { answer: held } = await api('POST /exam/auth/exam/marking/answer/open', input, { isShowErrTip: false });
      if (held) setRenewed((before) => ({ of, until: held.heldUntil, count: (before?.count ?? 0) + 1 }));
      setEnded(held ? null : { of, state: 'lost' });
    } catch (error) {
      // Without a connection the next key tries again.
      if (!(error instanceof ApiError)) throw error;
    }
    isAsking.current = false;
  };
  const state = ended?.of === answer && ended ? ended.state : 'held';
  return {
    state,
    until: (renewed?.of === answer && renewed?.until) || (answer?.heldUntil ?? ''),
    touch: () => {
      const isFresh = !answer || performance.now() - since.current < answer.holdSeconds * 500;
      if (isFresh || isAsking.current || state === 'lost') return;
      isAsking.current = true;
      void renew(answer);
    },
  };
}
