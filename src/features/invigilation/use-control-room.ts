import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import type { Data, Input } from '#src/contract/calls.ts';

export type Room = Data<'GET /exam/auth/exam/control/view'>;
export type People = Data<'POST /exam/auth/exam/control/person/page'>;
export type Candidate = People['list'][number];
export type Log = Data<'POST /exam/auth/exam/control/log/page'>;
export type Group = NonNullable<Input<'POST /exam/auth/exam/control/person/page'>['group']>;
export type Shown = { group: Group; keyword: string; pageCurrent: number };

/** Delay before connecting again after the server refused. */
const RETRY_MS = 3_000;
const quiet = { _No_dispose: true } as const;

/**
 * An exam in the control room: the counts as the server tells them (server-sent events), and with each of them the page of
 * people and the log that are shown. One reading at a time: on a slow network the next news is read instead.
 */
export function useControlRoom(given: { room: Room; people: People; log: Log }) {
  const { examId } = given.room;
  const [counts, setCounts] = useState(given.room.counts);
  const [people, setPeople] = useState(given.people);
  const [log, setLog] = useState(given.log);
  const [shown, setShown] = useState<Shown>({ group: 'sitting', keyword: '', pageCurrent: 1 });
  const [isConnected, setConnected] = useState(false);
  const wanted = useRef({ shown, logPage: 1 });
  const reading = useRef<Promise<void> | null>(null);

  const read = useCallback(async (): Promise<void> => {
    const { shown: which, logPage } = wanted.current;
    const [list, actions] = await Promise.all([
      api('POST /exam/auth/exam/control/person/page', { examId, ...which }, quiet),
      api('POST /exam/auth/exam/control/log/page', { examId, pageCurrent: logPage }, quiet),
    ]);
    if (wanted.current.shown === which) setPeople(list);
    if (wanted.current.logPage === logPage) setLog(actions);
  }, [examId]);

  /** Reads what is shown again; waits for a reading that has begun, so that the result is newer than the call. */
  const refresh = useCallback(async (): Promise<void> => {
    await reading.current;
    const current = read()
      .catch(console.warn)
      .finally(() => {
        if (reading.current === current) reading.current = null;
      });
    reading.current = current;
    await current;
  }, [read]);

  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const connect = () => {
      source = new EventSource(`/test/events/${examId}`);
      source.onopen = () => setConnected(true);
      source.onerror = () => {
        setConnected(false);
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(connect, RETRY_MS);
      };
      source.addEventListener('news', (event: MessageEvent<string>) => {
        setConnected(true);
        setCounts((JSON.parse(event.data) as { counts: Room['counts'] }).counts);
        if (!reading.current) void refresh();
      });
    };
    connect();
    return () => {
      source?.close();
      clearTimeout(timer);
    };
  }, [examId, refresh]);

  function show(more: Partial<Shown>): void {
    const next = { ...wanted.current.shown, pageCurrent: 1, ...more };
    wanted.current.shown = next;
    setShown(next);
    void refresh();
  }
  function showLog(page: number): void {
    wanted.current.logPage = page;
    void refresh();
  }
  return { counts, people, log, shown, show, showLog, refresh, isConnected };
}
