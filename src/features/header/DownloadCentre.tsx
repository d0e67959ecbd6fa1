import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { followDownloads, markDownloadsSeen, READY } from '#src/client/downloads.ts';
import { notify } from '#src/client/notify.ts';
import { $downloads, type Downloads } from '#src/client/session.store.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadError, Skeleton } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';
import { DOWNLOADS_PARAM, EXPORT_DAYS } from '#src/contract/rules/export.ts';
import { ExportRow } from './ExportRow.tsx';
import { useExports } from './use-exports.ts';

/** Delay before the next page loads after the end of the list is visible, ms. */
const SCROLL_DELAY = 500;
const NONE: Downloads = { waiting: [], finished: 0, latest: [] };

/**
 * The download centre of the top bar (docs/specification.md, section "Download centre"): a button with a badge for
 * finished files, and a popover with the exports, which is rendered and loaded when it opens.
 */
export function DownloadCentre({ timeZone }: { timeZone: string }) {
  const t = useT();
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const [said, say] = useState('');
  const { finished } = useStore($downloads, { ssr: () => NONE });
  const focusHeading = () => heading.current?.focus();
  const exports = useExports({ isOpen, say, focusHeading });
  const { items, isLoading, error, hasMore, isEmpty, loadMore } = exports.pages;

  const onToggle = (open: boolean) => {
    setOpen(open);
    if (!open) return;
    setWasOpened(true);
    say('');
  };
  // It may have been opened before the island was hydrated. The link of a notice opens it, too.
  useEffect(() => {
    const isOpenAlready = panel.current!.matches(':popover-open');
    if (!isOpenAlready && new URLSearchParams(location.search).has(DOWNLOADS_PARAM)) panel.current!.showPopover();
    else onToggle(isOpenAlready);
  }, []);
  useEffect(() => {
    if (isOpen && finished > 0) markDownloadsSeen();
  }, [isOpen, finished]);
  const announce = useEffectEvent((name: string, isReady: boolean) => {
    const text = t(isReady ? 'export:ready' : 'export:failed', { name });
    if (isOpen) say(text);
    else notify(text, isReady ? 'success' : 'error');
  });
  useEffect(() => followDownloads(({ fileName, exportStatus }) => announce(fileName, exportStatus === READY)), []);

  const end = useRef<HTMLDivElement>(null);
  const loadNext = useEffectEvent(() => void loadMore());
  const watchesEnd = isOpen && hasMore && !isLoading && !error;
  useEffect(() => {
    if (!watchesEnd) return;
    let timer: ReturnType<typeof setTimeout>;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (entry!.isIntersecting) timer = setTimeout(loadNext, SCROLL_DELAY);
      },
      // One pixel more: at the end of a list on a screen with fractional pixels, its end may be just outside.
      { root: scroller.current, rootMargin: '1px' },
    );
    watcher.observe(end.current!);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, [watchesEnd]);

  const label = t(finished > 0 ? 'export:titleNews' : 'export:title');
  return (
    <>
      <button
        type="button"
        popoverTarget="downloads"
        className="btn btn-ghost btn-square relative"
        aria-label={label}
        title={t('export:title')}
      >
        <Icon name="download" />
        <span
          hidden={finished === 0}
          className="absolute end-1.5 top-1.5 size-2.5 rounded-full bg-error ring-2 ring-base-100"
        />
      </button>
      <div
        ref={panel}
        id="downloads"
        popover="auto"
        role="dialog"
        aria-labelledby="downloads-title"
        className="downloads-panel floating"
        onToggle={({ target, newState }) => {
          if (target === panel.current) onToggle(newState === 'open');
        }}
      >
        {wasOpened && (
          <>
            <header className="flex h-14 shrink-0 items-center gap-2 border-b border-base-300 ps-4 pe-2">
              <h2 ref={heading} id="downloads-title" tabIndex={-1} className="grow font-semibold outline-none">
                {t('export:title')}
              </h2>
              <button
                type="button"
                hidden={items.length === 0}
                className="btn btn-ghost btn-sm font-normal"
                onClick={() => dialog.current!.showModal()}
              >
                <Icon name="trash" className="size-4" />
                {t('export:clear')}
              </button>
              <button
                type="button"
                popoverTarget="downloads"
                popoverTargetAction="hide"
                className="btn btn-ghost btn-sm btn-square"
                aria-label={t('common:close')}
              >
                <Icon name="close" className="size-4" />
              </button>
            </header>
            <p role="status" className="border-b border-base-300 bg-base-200 px-4 py-2 text-sm empty:hidden">
              {said}
            </p>
            <div ref={scroller} className="min-h-0 grow overflow-y-auto overscroll-contain" aria-busy={isLoading}>
              <ul className="divide-y divide-base-300">
                {items.map((record) => (
                  <ExportRow
                    key={record.id}
                    record={record}
                    now={exports.now}
                    timeZone={timeZone}
                    deleteButton={exports.deleteButton(record.id)}
                    onDownload={exports.download}
                    onMakeAgain={exports.makeAgain}
                    onDelete={exports.remove}
                  />
                ))}
              </ul>
              {error ? (
                <LoadError error={error} isLoading={isLoading} onRetry={() => void exports.retry()} />
              ) : isEmpty ? (
                <EmptyState icon="download" title={t('export:empty.title')} hint={t('export:empty.hint')} />
              ) : (
                <div ref={end}>
                  {(items.length === 0 || hasMore) && <Skeleton lines={items.length === 0 ? 3 : 1} />}
                </div>
              )}
            </div>
            <p className="shrink-0 border-t border-base-300 px-4 py-2 text-xs text-muted">
              {t('export:kept', { days: EXPORT_DAYS })}
            </p>
            <ConfirmDialog
              ref={dialog}
              title={t('export:confirm.title')}
              text={t('export:confirm.text')}
              action={t('export:clear')}
              isDestructive
              onConfirm={() => void exports.clear()}
            />
          </>
        )}
      </div>
    </>
  );
}
