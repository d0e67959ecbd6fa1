import { atom } from 'nanostores';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import type { Data } from '#src/contract/calls.ts';

/*
 * What happens to the exports that this browser knows to be in the making: kept in `localStorage`, so that it goes on
 * from page to page and in every tab. Runs in the browser only.
 */

export type ExportRecord = Data<'POST /data/auth/export/record/page'>['list'][number];
export const BEING_MADE = 1;
export const READY = 2;
export const FAILED = 3;
/** Spec section 9: the list of the download centre. */
export const PAGE_SIZE = 20;

/** `waiting`: ids of exports in the making. `news`: how many were finished since somebody last looked. */
type Known = { waiting: string[]; news: number };
/** Name in `localStorage`. */
export const STORED = 'exports';
/** Milliseconds between looks, at first and at most. */
const FIRST = 1_500;
const LONGEST = 10_000;

export const $known = atom<Known>({ waiting: [], news: 0 });
/** The newest page of exports, as last seen. */
export const $latest = atom<ExportRecord[]>([]);

let timer: ReturnType<typeof setTimeout> | undefined;
let pause = FIRST;
let whenDone: (record: ExportRecord) => void = () => undefined;

/**
 * Follows the exports in the making until they are finished, while the tab is in sight.
 * @param onDone called for each that ended, ready or failed, in one tab only
 */
export function followExports(onDone: (record: ExportRecord) => void): void {
  whenDone = onDone;
  $known.set(read());
  addEventListener('storage', ({ key }) => {
    if (key === STORED) $known.set(read());
  });
  document.addEventListener('visibilitychange', schedule);
  $known.subscribe(schedule);
}

/** Somebody asked for an export, or saw it being made. */
export function expectExports(records: ExportRecord[]): void {
  const { waiting, news } = read();
  const more = records.filter(({ id, exportStatus }) => exportStatus === BEING_MADE && !waiting.includes(id));
  if (more.length === 0) return;
  pause = FIRST;
  write({ waiting: [...waiting, ...more.map(({ id }) => id)], news });
}

/** Somebody looks at the list. */
export function seeNews(): void {
  const { waiting, news } = read();
  if (news > 0) write({ waiting, news: 0 });
}

/** Exports that are no more. */
export function forgetExports(ids: string[] | 'all'): void {
  const { waiting, news } = read();
  write(ids === 'all' ? { waiting: [], news: 0 } : { waiting: waiting.filter((id) => !ids.includes(id)), news });
}

function schedule(): void {
  clearTimeout(timer);
  if ($known.get().waiting.length === 0 || document.hidden) return;
  timer = setTimeout(() => void look(), pause);
}

async function look(): Promise<void> {
  pause = Math.min(LONGEST, pause * 1.3);
  try {
    const { list } = await api('POST /data/auth/export/record/page', { pageSize: PAGE_SIZE }, { _No_dispose: true });
    $latest.set(list);
    const known = read();
    const done = list.filter(({ id, exportStatus }) => exportStatus !== BEING_MADE && known.waiting.includes(id));
    const making = new Set(list.filter(({ exportStatus }) => exportStatus === BEING_MADE).map(({ id }) => id));
    // What is not on the newest page was deleted elsewhere, or is too old to wait for.
    write({ waiting: known.waiting.filter((id) => making.has(id)), news: known.news + done.length });
    done.forEach(whenDone);
  } catch (error) {
    if (error instanceof ApiError && error.needsLogin) return;
    schedule();
  }
}

function read(): Known {
  try {
    const { waiting = [], news = 0 } = JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<Known>;
    return { waiting, news };
  } catch {
    return { waiting: [], news: 0 };
  }
}

function write(known: Known): void {
  if (known.waiting.length + known.news > 0) localStorage.setItem(STORED, JSON.stringify(known));
  else localStorage.removeItem(STORED);
  $known.set(known);
}
