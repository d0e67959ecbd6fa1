import { useRef } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, optimistically } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { $unread } from '#src/client/session.store.ts';
import { refreshUnread, setUnread } from '#src/client/session-state.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { useAccount } from '../account-context.ts';
import type { ViewOf } from '../account-query.ts';
import { noticePage, unreadCount } from '../panel-calls.ts';
import type { Selection } from './use-selection.ts';

type Page = Data<'POST /user/auth/announcement/user/record/page'>;
type Notice = Page['list'][number];
type Props = { view: ViewOf<'notices'>; selection: Selection<Notice> };

/** The page without some of its notices. */
function without({ list, totalCount, ...page }: Page, gone: Notice[]): Page {
  const ids = new Set(gone.map(({ id }) => id));
  return { ...page, list: list.filter(({ id }) => !ids.has(id)), totalCount: totalCount - gone.length };
}

/** The page after some of its notices were read. */
function withRead({ list, ...page }: Page, read: Notice[]): Page {
  const ids = new Set(read.map(({ id }) => id));
  return { ...page, list: list.map((notice) => (ids.has(notice.id) ? { ...notice, read: true } : notice)) };
}

/** Marks the selected notices as read, or deletes them after a confirmation. */
export function NoticeTools({ view, selection }: Props) {
  const t = useT();
  const { focusPanel } = useAccount();
  const dialog = useRef<HTMLDialogElement>(null);
  const { selected, all } = selection;

  /** Optimistic update, rolled back if the action fails. */
  const change = useAction(
    async (act: (ids: string[]) => Promise<unknown>, after: (page: Page) => Page, said: string) => {
      const unread = $unread.get();
      setUnread(Math.max(0, unread - selected.filter(({ read }) => !read).length));
      try {
        await optimistically(...noticePage(view), after, () => act(selected.map(({ id }) => id)));
      } catch (error) {
        setUnread(unread);
        throw error;
      }
      notify(said, 'success');
      void refreshUnread();
      invalidate(noticePage(view)[0], unreadCount()[0]);
    },
  );
  const markRead = () =>
    change.run(
      (ids) => api('PUT /user/auth/announcement/user/record/batch/read', ids),
      (page) => (view.read === 'unread' ? without(page, selected) : withRead(page, selected)),
      t('record:notice.markedRead'),
    );
  const remove = () =>
    change.run(
      (ids) => api('DELETE /user/auth/announcement/user/record/batch/delete', ids),
      (page) => without(page, selected),
      t('record:notice.deleted'),
    );
  const withSelection = (run: () => void) => () => {
    if (change.isPending) return;
    if (selected.length === 0) notify(t('record:notice.pleaseSelect'), 'error');
    else run();
  };

  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-base-300 px-4 py-2 sm:px-6">
      <label className="me-auto flex cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          ref={(box) => {
            if (box) box.indeterminate = all.isPartial;
          }}
          checked={all.checked}
          disabled={all.disabled}
          onChange={all.onChange}
          className="checkbox checkbox-sm rounded-sm"
        />
        {t('record:notice.selectAll')}
      </label>
      <button
        type="button"
        disabled={all.disabled}
        aria-disabled={change.isPending}
        onClick={withSelection(() => void markRead())}
        className="btn btn-ghost btn-sm"
      >
        {t('record:notice.markRead')}
      </button>
      <button
        type="button"
        disabled={all.disabled}
        aria-disabled={change.isPending}
        onClick={withSelection(() => dialog.current?.showModal())}
        className="btn btn-ghost btn-sm text-error"
      >
        {t('record:notice.delete')}
      </button>
      <ConfirmDialog
        ref={dialog}
        title={t('record:notice.confirmTitle')}
        text={t('record:notice.confirmDelete')}
        action={t('record:notice.delete')}
        isDestructive
        // When nothing is left to select, the focused button is removed.
        onConfirm={() => void remove().then(() => dialog.current ?? focusPanel())}
      />
    </div>
  );
}
