import { useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import type { Data } from '#src/contract/calls.ts';

export type Presence = Data<'GET /course/auth/live/view'>['presence'];
type Status = Data<'GET /course/auth/live/view'>['state']['status'];

/** Two reports in each minute, and one more in case one is lost. */
const BEAT_MS = 20_000;

/**
 * Reports that the viewer is present while the class runs: at once when the waiting room opens and when the class begins, then
 * while the page is visible or its stream plays. A report that fails is repeated with the next one.
 * @param isPlaying whether the stream plays
 */
export function useAttendance(id: string, status: Status, given: Presence, isPlaying: () => boolean): Presence {
  const [presence, setPresence] = useState(given);
  const playing = useRef(isPlaying);
  useEffect(() => {
    playing.current = isPlaying;
  }, [isPlaying]);
  useEffect(() => {
    if (status !== 'waiting' && status !== 'live') return undefined;
    const beat = () => {
      if (document.hidden && !playing.current()) return;
      api('POST /course/auth/live/attend', { id }, { _No_dispose: true }).then(setPresence, () => undefined);
    };
    beat();
    const timer = setInterval(beat, BEAT_MS);
    document.addEventListener('visibilitychange', beat);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', beat);
    };
  }, [id, status]);
  return presence;
}
