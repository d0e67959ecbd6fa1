import { useRef } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import type { OperationInput } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { draftPath } from '../post-path.ts';

type Props = { input: OperationInput<'POST /community/auth/draft/page'>; timeZone: string; given: Given };
const LIST = 'POST /community/auth/draft/page';

/** One's own drafts, to continue or delete. */
export default island<Props>(function DraftList({ given, ...props }) {
  return (
    <GivenContext value={given}>
      <Drafts {...props} />
    </GivenContext>
  );
});

function Drafts({ input, timeZone }: Omit<Props, 'given'>) {
  const t = useT();
  const locale = useLocale();
  const drafts = useCall(LIST, input);
  const dialog = useRef<HTMLDialogElement>(null);
  /** The draft to delete after confirmation. */
  const deleting = useRef('');
  const { run: remove } = useAction(async () => {
    await api('DELETE /community/auth/draft/delete', { id: deleting.current });
    notify(t('posts:drafts.deleted'), 'success');
    invalidate(LIST);
  });
  return (
    <>
      <PagedList
        label={t('posts:drafts.title')}
        query={drafts}
        empty={<EmptyState icon="edit" title={t('posts:drafts.none')} hint={t('posts:drafts.noneHint')} />}
        href={(page) => `${href(locale, '/community/drafts')}?page=${page}`}
        keyOf={({ id }) => id}
      >
        {(draft) => {
          const title = draft.title || t('posts:drafts.untitled');
          return (
            <div className="group relative flex items-center gap-4 px-4 py-4 hover:bg-base-200 sm:px-6">
              <div className="min-w-0 grow">
                <h2 className="font-semibold break-words group-hover:text-primary">
                  <a href={href(locale, draftPath(draft))} className="after:absolute after:inset-0 after:content-['']">
                    {title}
                  </a>
                </h2>
                <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
                  <span>{t(`posts:drafts.kind.${draft.kind}`)}</span>
                  {draft.postId && <span>{t('posts:drafts.edit')}</span>}
                  <span>{t('posts:drafts.saved', { time: dateTimeText(draft.gmtModified, timeZone, locale) })}</span>
                </p>
              </div>
              <button
                type="button"
                aria-label={t('posts:drafts.deleteOf', { title })}
                className="btn btn-ghost btn-square relative"
                onClick={() => {
                  deleting.current = draft.id;
                  dialog.current!.showModal();
                }}
              >
                <Icon name="trash" />
              </button>
            </div>
          );
        }}
      </PagedList>
      <ConfirmDialog
        ref={dialog}
        title={t('posts:drafts.confirm')}
        text={t('posts:drafts.confirmText')}
        action={t('posts:drafts.delete')}
        isDestructive
        onConfirm={() => void remove()}
      />
    </>
  );
}
