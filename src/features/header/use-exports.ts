import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { DOWNLOADS_KEY, DOWNLOADS_PAGE_SIZE, expectExports, forgetExports } from '#src/client/downloads.ts';
import { usePages } from '#src/client/use-pages.ts';
import { $downloads, type ExportRecord } from '#src/client/session.store.ts';
import { useT } from '#src/i18n/island.tsx';

/** Messages are shown in the panel, which covers the toasts. */
const QUIET = { isShowErrTip: false };
/** Milliseconds between updates of "how long ago". */
const MINUTE = 60_000;

async function load(pageCurrent: number) {
  const page = await api('POST /data/auth/export/record/page', { pageCurrent, pageSize: DOWNLOADS_PAGE_SIZE }, QUIET);
  expectExports(page.list);
  return page;
}

/** Updates known exports and adds new ones; newest first. */
function merged(items: ExportRecord[], records: readonly ExportRecord[]): ExportRecord[] {
  const all = new Map([...items, ...records].map((record) => [record.id, record]));
  return [...all.values()].sort((a, b) => b.gmtCreate.localeCompare(a.gmtCreate) || b.id.localeCompare(a.id));
}

type Options = {
  /** Whether the list is visible: it is loaded each time this becomes true. */
  isOpen: boolean;
  /** Announcement for screen readers. */
  say: (text: string) => void;
  /** Gets the focus when the focused row is removed and no other exists. */
  focusHeading: () => void;
};

/** The exports of the download centre and their actions. */
export function useExports({ isOpen, say, focusHeading }: Options) {
  const t = useT();
  const pages = usePages<ExportRecord>(load, { pageSize: DOWNLOADS_PAGE_SIZE });
  const [now, setNow] = useState(0);
  const deleteButtons = useRef(new Map<string, HTMLButtonElement>());
  const latestPages = useRef(pages);
  useEffect(() => {
    latestPages.current = pages;
  });

  useEffect(() => {
    if (!isOpen) return;
    const reload = () => void latestPages.current.reload();
    const stop = new AbortController();
    setNow(Date.now());
    reload();
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    addEventListener('storage', ({ key }) => key === DOWNLOADS_KEY && reload(), { signal: stop.signal });
    const unlisten = $downloads.listen(({ latest }, before) => {
      if (latest !== before?.latest) latestPages.current.change((items) => merged(items, latest));
    });
    return () => {
      stop.abort();
      clearInterval(timer);
      unlisten();
    };
  }, [isOpen]);

  /** @param failed message for an error without one */
  const attempt = async (failed: string, act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say(error.message || failed);
      // It was deleted or has changed in another tab.
      if ([404, 409].includes(error.code)) await pages.reload();
    }
  };

  /** Fetches the URL of a file and opens it: the browser downloads it. */
  const download = ({ id }: ExportRecord) =>
    attempt(t('common:operationFailed'), async () => {
      const { url, fileName } = await api('GET /data/auth/export/record/get/file/download/url', { id }, QUIET);
      Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
    });

  /** The export moves to the top of the list and keeps the focus. */
  const makeAgain = ({ id }: ExportRecord) =>
    attempt(t('common:operationFailed'), async () => {
      const record = await api('POST /data/auth/export/record/remake', { id }, QUIET);
      flushSync(() => pages.change((items) => merged(items, [record])));
      say(t('export:making', { name: record.fileName }));
      expectExports([record]);
      deleteButtons.current.get(id)?.focus();
    });

  /** The focus moves to the row that replaces the deleted one. */
  const remove = ({ id }: ExportRecord) =>
    attempt(t('common:deleteFailed'), async () => {
      await api('DELETE /data/auth/export/record/delete', { id }, QUIET);
      forgetExports([id]);
      const { items } = latestPages.current;
      const rest = items.filter((record) => record.id !== id);
      const next =
        rest[
          Math.min(
            items.findIndex((record) => record.id === id),
            rest.length - 1,
          )
        ];
      flushSync(() => pages.change((all) => all.filter((record) => record.id !== id)));
      say(t('export:deleted'));
      const button = next && deleteButtons.current.get(next.id);
      if (button) button.focus();
      else focusHeading();
    });

  const clear = () =>
    attempt(t('common:deleteFailed'), async () => {
      await api('DELETE /data/auth/export/record/all/delete', {}, QUIET);
      forgetExports('all');
      await pages.reload();
      say(t('export:cleared'));
      focusHeading();
    });

  /** Retries the page that failed to load. */
  const retry = async () => {
    await pages.loadMore();
    focusHeading();
  };

  const deleteButton = (id: string) => (button: HTMLButtonElement | null) => {
    if (button) deleteButtons.current.set(id, button);
    else deleteButtons.current.delete(id);
  };

  return { pages, now, download, makeAgain, remove, clear, retry, deleteButton };
}
