import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import type { Data, Input } from '#src/contract/calls.ts';

const LIVE = 'GET /course/auth/training/run/live';
export type Live = Data<typeof LIVE>;

/** Milliseconds between two requests: how late a member who signed in is shown. */
const POLL = 3_000;
/** Milliseconds for which a code is valid after its step. */
const GRACE = 15_000;

/**
 * The current code of a session and who signed in, as the server tells it: the clock of this device does not matter. Without
 * a connection a code that is not valid any more is removed.
 * @param onSigned called when somebody signed in or out
 */
export function useLiveCode({ id, mode }: Input<typeof LIVE>, onSigned: () => void) {
  const [live, setLive] = useState<Live | null>(null);
  const [isLost, setLost] = useState(false);
  const show = useEffectEvent((next: Live) => {
    if (live && next.signedCount !== live.signedCount) onSigned();
    // The URL contains a nonce: within a step the picture stays the same.
    const isSame = live?.code && next.code?.typed === live.code.typed;
    setLive(isSame ? { ...next, code: { ...next.code!, url: live.code!.url } } : next);
    setLost(false);
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let validUntil = 0;
    let stopped = false;
    setLive(null);
    const poll = async () => {
      let wait = POLL;
      try {
        const next = await api(LIVE, { id, mode }, { isShowErrTip: false });
        if (stopped) return;
        show(next);
        if (next.code) {
          wait = Math.min(POLL, next.code.changesIn);
          validUntil = performance.now() + next.code.changesIn + GRACE;
        }
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown;
        if (stopped) return;
        setLost(true);
        if (performance.now() > validUntil) setLive((before) => before && { ...before, code: null });
      }
      timer = setTimeout(() => void poll(), wait);
    };
    void poll();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [id, mode]);
  return { live, isLost };
}
