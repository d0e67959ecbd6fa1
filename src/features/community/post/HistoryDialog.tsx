import { useEffect, useRef } from 'react';
import { api } from '#src/client/api.ts';
import { usePages } from '#src/client/use-pages.ts';
import { LoadError, Skeleton } from '#src/components/LoadState.tsx';
import { MoreButton } from '#src/features/comment/MoreButton.tsx';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';

type Props = { id: string; timeZone: string; onClose: () => void };

const LOOK = { added: 'bg-success/15 no-underline', removed: 'bg-error/15 line-through' };

/** Edits of a post, newest first: who, when, why, and what changed. */
export function HistoryDialog({ id, timeZone, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const pages = usePages(
    (pageCurrent) => api('POST /community/auth/post/version/page', { id, pageCurrent }, { isShowErrTip: false }),
    { pageSize: MAX_ITEMS.postVersions },
  );
  const loadFirst = useRef(pages.reload);
  useEffect(() => void loadFirst.current(), []);
  const { items, error, isLoading, isEmpty } = pages;
  return (
    <ActionDialog title={t('posts:view.history')} onClose={onClose}>
      {items.length === 0 && !isEmpty && !error && <Skeleton lines={3} />}
      {items.length === 0 && error && (
        <LoadError error={error} isLoading={isLoading} onRetry={() => void pages.reload()} />
      )}
      {isEmpty && <p className="text-muted">{t('posts:view.noVersions')}</p>}
      {items.length > 0 && (
        <ol className="flex flex-col gap-4 overflow-y-auto" tabIndex={-1}>
          {items.map(({ id: key, editor, gmtCreate, reason, changes }) => (
            <li key={key} className="rounded-box border border-base-300 p-4">
              <p className="text-sm text-muted">
                {t('posts:view.versionBy', {
                  name: editor.userName || t('posts:card.anonymous'),
                  time: dateTimeText(gmtCreate, timeZone, locale),
                })}
              </p>
              {reason && <p className="mt-1 text-sm">{t('posts:view.reason', { reason })}</p>}
              <p className="mt-2 leading-relaxed break-words whitespace-pre-line" dir="auto">
                {changes.length === 0 && t('posts:view.firstVersion')}
                {changes.map(({ text, change }, position) =>
                  change === 'same' ? (
                    <span key={position}>{text}</span>
                  ) : change === 'added' ? (
                    <ins key={position} className={LOOK.added}>
                      <span className="sr-only">{t('posts:view.added')}</span>
                      {text}
                    </ins>
                  ) : (
                    <del key={position} className={LOOK.removed}>
                      <span className="sr-only">{t('posts:view.removed')}</span>
                      {text}
                    </del>
                  ),
                )}
              </p>
            </li>
          ))}
          <li className="flex justify-center empty:hidden">
            <MoreButton pages={pages} className="btn-sm">
              {t('posts:view.moreVersions')}
            </MoreButton>
          </li>
        </ol>
      )}
    </ActionDialog>
  );
}
