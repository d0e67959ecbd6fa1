import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { replaceHistory } from '#src/client/leave-terminal.ts';
import type { Data } from '#src/contract/calls.ts';

export type TerminalSession = Data<'GET /user/auth/terminal/session/view'>;

// Whoever watches a video does not touch anything: it tells the time while it is played.
const INPUT = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'timeupdate'] as const;
/** After this a server that could not be reached is asked again, ms. */
const RETRY_MS = 10_000;

/** How long the session lasts by the server's clock, in ms from now. */
const leftOf = ({ endsAt, serverTime }: TerminalSession) => Date.parse(endsAt) - Date.parse(serverTime);

/**
 * The time that is left of a session at a terminal, and of the idle limit. Calls `onEnd` once when either is over; of the first the
 * server decides, because an exam prolongs it.
 */
export function useTerminalClock(given: TerminalSession, isHall: boolean, onEnd: () => void) {
  const idleMs = given.idleSeconds * 1_000;
  const [shown, setShown] = useState({ left: leftOf(given), idle: idleMs, inExam: given.inExam || isHall });
  const clock = useRef({ endsAt: 0, touchedAt: 0, askAt: 0, isEnded: false, inExam: given.inExam });

  const receive = (session: TerminalSession) => {
    Object.assign(clock.current, { endsAt: performance.now() + leftOf(session), inExam: session.inExam });
  };
  const touch = () => {
    clock.current.touchedAt = performance.now();
  };
  const finish = () => {
    if (clock.current.isEnded) return;
    clock.current.isEnded = true;
    onEnd();
  };
  const ask = async () => {
    clock.current.askAt = performance.now() + RETRY_MS;
    try {
      receive(await api('GET /user/auth/terminal/session/view', {}, { _No_dispose: true }));
    } catch (error) {
      if (error instanceof ApiError && error.code >= 300 && error.code < 500) return finish();
      // Not reached: an exam goes on without network, and keeps its answers on the device.
      if (!isHall && performance.now() >= clock.current.endsAt) finish();
    }
  };
  const tick = useEffectEvent(() => {
    const now = performance.now();
    if (isHall) touch();
    const { endsAt, touchedAt, askAt, inExam } = clock.current;
    const [left, idle] = [endsAt - now, touchedAt + idleMs - now];
    // The attempt may have begun after the page was rendered.
    setShown({ left, idle, inExam: inExam || isHall });
    if (idle <= 0) finish();
    else if (left <= 0 && now >= askAt) void ask();
  });
  const start = useEffectEvent(() => {
    receive(given);
    touch();
    // The page may have been rendered long before it was opened.
    void ask();
  });
  useEffect(() => {
    start();
    const ticking = setInterval(() => tick(), 1_000);
    const onInput = () => {
      clock.current.touchedAt = performance.now();
    };
    for (const type of INPUT) addEventListener(type, onInput, { passive: true, capture: true });
    const stop = replaceHistory();
    return () => {
      clearInterval(ticking);
      for (const type of INPUT) removeEventListener(type, onInput, { capture: true });
      stop();
    };
  }, []);
  const seconds = (ms: number) => Math.ceil(ms / 1_000);
  return { secondsLeft: seconds(shown.left), idleLeft: seconds(shown.idle), inExam: shown.inExam, receive, touch };
}
