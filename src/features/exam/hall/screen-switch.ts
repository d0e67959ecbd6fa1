import { warn } from '#src/client/viewer-calls.ts';
import { uuid } from '#src/lib/uuid.ts';
import type { Hall } from './hall.store.ts';

/** Losing the focus for less than this is not reported (a notification, a dialog of the browser), ms. */
const BLUR_MS = 500;
/** The server measures from the first report, which may take this much longer than the next one, ms. */
const DELAY_MS = 1_000;
/** Delay before a report is repeated that the server did not get, ms. */
const RETRY_MS = 3_000;

type Absence = { key: string; since: number; kind: 'hide' | 'leave'; reported: boolean };

/**
 * Reports when the candidate leaves the exam screen and returns (decision 056), as it happens. The server measures the time
 * and decides the consequences.
 * @returns a function that stops watching
 */
export function watchSwitches(hall: Hall): () => void {
  let away: Absence | null = null;
  let timers: ReturnType<typeof setTimeout>[] = [];
  let stopped = false;

  /** @param dwellSeconds time away by this device; null while still away */
  async function report({ key, kind }: Pick<Absence, 'key' | 'kind'>, dwellSeconds: number | null): Promise<void> {
    if (hall.$phase.get() !== 'open' || hall.$pausedAt.get()) return;
    try {
      const reply = await hall.call(
        'POST /exam/auth/user/exam/switch/save',
        {
          attemptId: hall.attemptId,
          epoch: hall.epoch(),
          clientKey: key,
          kind,
          dwellSeconds,
          answers: hall.fewPending(),
        },
        { _No_dispose: true, keepalive: dwellSeconds === null },
      );
      hall.receive(reply);
      if (reply.outcome === 'notAllowed' || reply.outcome === 'exceeded') hall.close(reply.outcome);
      else if (reply.status !== 'open') hall.close('elsewhere');
      else if (reply.outcome === 'warned')
        hall.$notice.set({ kind: 'warned', count: reply.switchCount, limit: reply.switchLimit });
    } catch (error) {
      warn(error);
      // The return is reported until the server knows it: it ends the absence. Leaving alone is not repeated.
      if (dwellSeconds !== null && !stopped) setTimeout(() => void report({ key, kind }, dwellSeconds), RETRY_MS);
    }
  }

  const isAway = () => document.visibilityState === 'hidden' || !document.hasFocus();
  const schedule = (run: () => void, delay: number) => timers.push(setTimeout(run, delay));

  function leave(): void {
    if (away || !isAway()) return;
    const current: Absence = { key: uuid(), since: performance.now(), kind: 'hide', reported: false };
    away = current;
    const tell = () => {
      if (away !== current || !isAway()) return;
      current.reported = true;
      void report(current, null);
    };
    // A hidden page may never run a timer again, so this is reported immediately.
    if (document.visibilityState === 'hidden') tell();
    else schedule(tell, BLUR_MS);
    // From then on it counts; the server closes the attempt also without this report, but later.
    schedule(tell, Math.max(BLUR_MS, hall.dwellSeconds * 1_000) + DELAY_MS);
  }

  function back(): void {
    if (!away || isAway()) return;
    timers.forEach(clearTimeout);
    timers = [];
    const absence = away;
    away = null;
    const dwell = performance.now() - absence.since;
    if (absence.reported || dwell >= BLUR_MS) void report(absence, Math.round(dwell / 100) / 10);
  }

  /** The page is unloaded by a reload, a link or closing the tab; when it is opened again, the server knows how long it was gone. */
  function unload(): void {
    away = { ...(away ?? { key: uuid(), since: performance.now() }), kind: 'leave', reported: true };
    void report(away, null);
  }

  const onVisibility = () => (document.visibilityState === 'hidden' ? leave() : back());
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('pagehide', unload);
  addEventListener('pageshow', back);
  addEventListener('blur', leave);
  addEventListener('focus', back);
  return () => {
    stopped = true;
    timers.forEach(clearTimeout);
    removeEventListener('pagehide', unload);
    removeEventListener('pageshow', back);
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('blur', leave);
    removeEventListener('focus', back);
  };
}
