import { api } from '#src/client/api.ts';
import { uuid } from '#src/lib/uuid.ts';
import type { Hall } from './hall.store.ts';

/** Losing the focus for less than this is not a switch (browser dialog, notification), ms. */
const GRACE = 2_000;
/** Leaving the page for less than this is not a switch either (reload), ms. */
const RELOAD = 10_000;

/**
 * Reports when the candidate leaves the exam screen and returns, with the duration (design section 8). The server
 * decides the consequences.
 * @returns a function that stops watching
 */
export function watchSwitches(hall: Hall): () => void {
  let away: { key: string; since: number; reported: boolean } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unloading = false;
  const leftKey = `exam-left:${hall.attemptId}`;

  async function report(key: string, dwellSeconds: number | null): Promise<void> {
    if (hall.$phase.get() !== 'open') return;
    try {
      const reply = await api(
        'POST /exam/auth/user/exam/switch/save',
        {
          attemptId: hall.attemptId,
          epoch: hall.epoch(),
          clientKey: key,
          dwellSeconds,
          answers: hall.fewPending(),
        },
        { _No_dispose: true, keepalive: dwellSeconds === null },
      );
      hall.settle(reply);
      if (reply.outcome === 'notAllowed' || reply.outcome === 'exceeded') hall.close(reply.outcome);
      else if (reply.status !== 'open') hall.close('elsewhere');
      else if (reply.outcome === 'warned')
        hall.$notice.set({ kind: 'warned', count: reply.switchCount, limit: reply.switchLimit });
    } catch (error) {
      // Offline: the return is reported with the whole duration, so one of the two reports is sufficient.
      console.warn(error);
    }
  }

  const isAway = () => document.visibilityState === 'hidden' || !document.hasFocus();

  function leave(): void {
    if (unloading || away || !isAway()) return;
    away = { key: uuid(), since: performance.now(), reported: false };
    const current = away;
    const tell = () => {
      if (away !== current || !isAway()) return;
      current.reported = true;
      void report(current.key, null);
    };
    // A hidden page may never run a timer again, so this is reported immediately.
    if (document.visibilityState === 'hidden') tell();
    else timer = setTimeout(tell, GRACE);
  }

  function back(): void {
    if (!away || isAway()) return;
    clearTimeout(timer);
    const { key, since, reported } = away;
    away = null;
    const dwell = performance.now() - since;
    if (reported || dwell >= GRACE) void report(key, Math.round(dwell / 100) / 10);
  }

  /**
   * The page is unloaded by a reload, a link or closing the tab; this event precedes "hidden". Only the device clock
   * survives it, which is sufficient as evidence of the duration.
   */
  function unload(): void {
    unloading = true;
    localStorage.setItem(leftKey, String(Date.now()));
  }

  /** Called when the hall is opened again after the page was unloaded. */
  function reopen(): void {
    const gone = Date.now() - Number(localStorage.getItem(leftKey) ?? Date.now());
    localStorage.removeItem(leftKey);
    if (gone > RELOAD) void report(uuid(), Math.min(86_400, Math.round(gone / 1000)));
  }

  const unlisten = hall.$phase.subscribe((phase) => {
    if (phase === 'open') reopen();
    if (phase === 'closed') localStorage.removeItem(leftKey);
  });

  const onVisibility = () => (document.visibilityState === 'hidden' ? leave() : back());
  const onBlur = () => leave();
  const onFocus = () => back();
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('pagehide', unload);
  addEventListener('blur', onBlur);
  addEventListener('focus', onFocus);
  return () => {
    clearTimeout(timer);
    unlisten();
    removeEventListener('pagehide', unload);
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('blur', onBlur);
    removeEventListener('focus', onFocus);
  };
}
