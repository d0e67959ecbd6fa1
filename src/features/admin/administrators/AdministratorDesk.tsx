import { useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { NamePerson } from '../../people/NamePerson.tsx';
import { type Administrator, administratorPage } from './administrator-page.ts';

type Props = { page: number; viewerId: string };

const SAVE = 'PUT /user/auth/enterprise/administrator/save';

/** The administrators of the enterprise: appoints members, and ends the appointments of others. */
function AdministratorDesk({ page, viewerId }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const rows = useCall(...administratorPage(page));
  const [appointing, setAppointing] = useState(false);
  const [ending, setEnding] = useState<Administrator | null>(null);
  const confirm = useRef<HTMLDialogElement>(null);
  const reload = () => invalidate('POST /user/auth/enterprise/administrator/page');
  const end = useAction(async ({ userId, userName }: Administrator) => {
    await api(SAVE, { userId, isAdmin: false });
    notify(t('account:administrators.ended', { name: userName }), 'success');
    reload();
  });
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold">{t('account:administrators.title')}</h1>
          <p className="mt-1 max-w-2xl text-muted">{t('account:administrators.intro')}</p>
        </div>
        <button type="button" className="btn btn-primary" disabled={!hydrated} onClick={() => setAppointing(true)}>
          <Icon name="plus" className="size-4" />
          {t('account:administrators.appoint')}
        </button>
      </header>
      {rows.data?.totalCount === 1 && (
        <p role="status" className="alert alert-warning">
          {t('account:administrators.alone')}
        </p>
      )}
      <PagedList
        label={t('account:administrators.title')}
        query={rows}
        keyOf={({ userId }) => userId}
        href={(n) => href(locale, `/admin/administrators?page=${n}`)}
        empty={<EmptyState icon="users" title={t('account:administrators.title')} />}
      >
        {(row) => (
          <div className="flex items-center justify-between gap-3 px-4 py-4 sm:px-6">
            <div className="min-w-0">
              <p className="font-medium break-words">{row.userName}</p>
              <p className="text-sm break-words text-muted">{[row.department, row.post].filter(Boolean).join(' · ')}</p>
            </div>
            {row.userId === viewerId ? (
              <span className="badge badge-soft shrink-0">{t('account:administrators.you')}</span>
            ) : (
              <button
                type="button"
                className="btn btn-ghost btn-sm shrink-0 text-error"
                disabled={!hydrated || end.isPending}
                onClick={() => {
                  setEnding(row);
                  confirm.current!.showModal();
                }}
              >
                {t('account:administrators.end')}
                <span className="sr-only">{row.userName}</span>
              </button>
            )}
          </div>
        )}
      </PagedList>
      <ConfirmDialog
        ref={confirm}
        title={t('account:administrators.endTitle', { name: ending?.userName ?? '' })}
        text={t('account:administrators.endText')}
        action={t('account:administrators.end')}
        isDestructive
        onConfirm={() => void end.run(ending!)}
      />
      {appointing && (
        <NamePerson
          title={t('account:administrators.appoint')}
          hint={t('account:administrators.appointHint')}
          action={t('account:administrators.appoint')}
          send={async ({ userId, userName }) => {
            await api(SAVE, { userId, isAdmin: true }, { isShowErrTip: false });
            notify(t('account:administrators.appointed', { name: userName }), 'success');
            reload();
          }}
          onClose={() => setAppointing(false)}
        />
      )}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <AdministratorDesk {...props} />
  </GivenContext>
));
