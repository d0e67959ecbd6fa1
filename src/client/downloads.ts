import { ApiError } from './api-error.ts';
import { api } from './api.ts';
import { $downloads, type Downloads, type ExportRecord } from './session.store.ts';

/* Exports in progress. Their ids are kept in `localStorage`, so that they are tracked across pages and tabs. */

/** Values of `exportStatus`. */
export const BEING_MADE = 1;
export const READY = 2;
export const FAILED = 3;
/** Exports on a page of the download centre (docs/specification.md, section "Download centre"). */
export const DOWNLOADS_PAGE_SIZE = 20;

/** Key in `localStorage`. A `storage` event for it: another tab requested an export, or saw one finish. */
export const DOWNLOADS_KEY = 'exports';
/** Milliseconds between two requests for the state of exports, at first and at most. */
const FIRST_INTERVAL = 1_500;
const LONGEST_INTERVAL = 10_000;

type Kept = Pick<Downloads, 'waiting' | 'finished'>;

let timer: ReturnType<typeof setTimeout> | undefined;
let interval = FIRST_INTERVAL;

/**
 * Polls the exports in progress until they are finished, while the tab is visible. Called once by the header.
 * @param onFinished called for each export that is ready or failed, in one tab only
 * @returns a function that stops polling
 */
export function followDownloads(onFinished: (record: ExportRecord) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const schedule = () => {
    clearTimeout(timer);
    if ($downloads.get().waiting.length === 0 || document.hidden || signal.aborted) return;
    timer = setTimeout(async () => {
      const finished = await refresh();
      if (signal.aborted) return;
      finished?.forEach(onFinished);
      if (finished) schedule();
    }, interval);
  };
  addEventListener('storage', ({ key }) => key === DOWNLOADS_KEY && publish(read()), { signal });
  document.addEventListener('visibilitychange', schedule, { signal });
  const unlisten = $downloads.listen(schedule);
  publish(read());
  return () => {
    stop.abort();
    unlisten();
    clearTimeout(timer);
  };
}

/** Adds exports that were requested or found in progress to the tracked ones. */
export function expectExports(records: ExportRecord[]): void {
  const { waiting, finished } = read();
  const more = records.filter(({ id, exportStatus }) => exportStatus === BEING_MADE && !waiting.includes(id));
  if (more.length === 0) return;
  interval = FIRST_INTERVAL;
  write({ waiting: [...waiting, ...more.map(({ id }) => id)], finished });
}

/** Marks all finished exports as seen. */
export function markDownloadsSeen(): void {
  const { waiting, finished } = read();
  if (finished > 0) write({ waiting, finished: 0 });
}

/** Removes deleted exports from the tracked ones. */
export function forgetExports(ids: string[] | 'all'): void {
  const { waiting, finished } = read();
  if (ids === 'all') write({ waiting: [], finished: 0 });
  else write({ waiting: waiting.filter((id) => !ids.includes(id)), finished });
}

/** @returns the exports that are finished now; undefined when the session ended */
async function refresh(): Promise<ExportRecord[] | undefined> {
  interval = Math.min(LONGEST_INTERVAL, interval * 1.3);
  try {
    const { list } = await api(
      'POST /data/auth/export/record/page',
      { pageSize: DOWNLOADS_PAGE_SIZE },
      { _No_dispose: true },
    );
    const { waiting, finished } = read();
    const done = list.filter(({ id, exportStatus }) => exportStatus !== BEING_MADE && waiting.includes(id));
    const making = new Set(list.filter(({ exportStatus }) => exportStatus === BEING_MADE).map(({ id }) => id));
    $downloads.set({ ...$downloads.get(), latest: list });
    // Exports that are not on the newest page were deleted elsewhere or are too old.
    write({ waiting: waiting.filter((id) => making.has(id)), finished: finished + done.length });
    return done;
  } catch (error) {
    return error instanceof ApiError && error.needsLogin ? undefined : [];
  }
}

function read(): Kept {
  try {
    const { waiting = [], finished = 0 } = JSON.parse(localStorage.getItem(DOWNLOADS_KEY) ?? '{}') as Partial<Kept>;
    return { waiting, finished };
  } catch {
    return { waiting: [], finished: 0 };
  }
}

function write(kept: Kept): void {
  if (kept.waiting.length + kept.finished > 0) localStorage.setItem(DOWNLOADS_KEY, JSON.stringify(kept));
  else localStorage.removeItem(DOWNLOADS_KEY);
  publish(kept);
}

function publish(kept: Kept): void {
  $downloads.set({ ...$downloads.get(), ...kept });
}
