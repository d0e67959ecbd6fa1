import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { NamePerson } from '../../people/NamePerson.tsx';
import { Confirm } from '../kit/Confirm.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import { useList } from '../kit/use-list.ts';
import { type Administrator, administratorPage, ADMINISTRATORS } from './administrator-list.ts';

type Props = { search: string; viewerId: string };

const SAVE = 'PUT /user/auth/enterprise/administrator/save';

/** The administrators of the enterprise: appoints members, and ends the appointments of others. */
function Administrators({ search, viewerId }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const list = useList(ADMINISTRATORS, search);
  const rows = useCall(...administratorPage(list));
  const [appointing, setAppointing] = useState(false);
  const [ending, setEnding] = useState<Administrator | null>(null);
  const reload = () => invalidate('POST /user/auth/enterprise/administrator/page');
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('account:administrators.title')} hint={t('account:administrators.intro')}>
        <button type="button" className="btn btn-primary" disabled={!hydrated} onClick={() => setAppointing(true)}>
          <Icon name="plus" className="size-4" />
          {t('account:administrators.appoint')}
        </button>
      </PageHead>
      {rows.data?.totalCount === 1 && (
        <p role="status" className="alert alert-warning">
          {t('account:administrators.alone')}
        </p>
      )}
      <Table
        label={t('account:administrators.title')}
        list={list}
        query={rows}
        keyOf={({ userId }) => userId}
        columns={[
          {
            id: 'name',
            title: t('account:administrators.name'),
            isMain: true,
            cell: ({ userId, userName }) => (
              <>
                <span className="font-medium">{userName}</span>
                {userId === viewerId && (
                  <span className="badge badge-soft badge-sm ms-2">{t('account:administrators.you')}</span>
                )}
              </>
            ),
          },
          { id: 'department', title: t('account:administrators.department'), cell: ({ department }) => department },
          { id: 'post', title: t('account:administrators.post'), cell: ({ post }) => post },
        ]}
        empty={<EmptyState icon="users" title={t('account:administrators.title')} />}
        actions={(row) =>
          row.userId !== viewerId && (
            <button
              type="button"
              className="btn btn-ghost btn-sm text-error"
              disabled={!hydrated}
              onClick={() => setEnding(row)}
            >
              {t('account:administrators.end')}
              <span className="sr-only">{row.userName}</span>
            </button>
          )
        }
      />
      {ending && (
        <Confirm
          title={t('account:administrators.endTitle', { name: ending.userName })}
          consequences={[t('account:administrators.endText')]}
          action={t('account:administrators.end')}
          onConfirm={async () => {
            await api(SAVE, { userId: ending.userId, isAdmin: false });
            notify(t('account:administrators.ended', { name: ending.userName }), 'success');
            reload();
          }}
          onClose={() => setEnding(null)}
        />
      )}
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
    <Administrators {...props} />
  </GivenContext>
));
