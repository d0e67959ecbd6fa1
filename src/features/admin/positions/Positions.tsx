import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { PageHead } from '../kit/PageHead.tsx';
import { RowCommand } from '../kit/RowCommand.tsx';
import { Table } from '../kit/Table.tsx';
import { useList } from '../kit/use-list.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { PAGE, type Position, positionPage, POSITIONS, STATES } from './position-list.ts';
import { PositionDialog } from './PositionDialog.tsx';

type Props = {
  search: string;
  /** The viewer manages the positions of the enterprise; managers of departments only see them. */
  canChange: boolean;
};

/** The positions of the enterprise. */
function Positions({ search, canChange }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const list = useList(POSITIONS, search);
  const query = useCall(...positionPage(list));
  const [edited, setEdited] = useState<Position | 'new' | null>(null);
  const [closed, setClosed] = useState<Position | null>(null);
  const reopen = async ({ id }: Position) => {
    await api('POST /user/auth/organisation/position/reopen', { id });
    notify(t('organisation:position.reopened'), 'success');
    invalidate(PAGE);
  };
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('organisation:position.title')} hint={t('organisation:position.intro')}>
        {canChange && (
          <button type="button" className="btn btn-primary" disabled={!hydrated} onClick={() => setEdited('new')}>
            <Icon name="plus" className="size-4" />
            {t('organisation:position.add')}
          </button>
        )}
      </PageHead>
      <Table
        label={t('organisation:position.title')}
        list={list}
        query={query}
        keyOf={({ id }) => id}
        keyword={t('organisation:position.keyword')}
        filters={[
          {
            name: 'state',
            label: t('organisation:state'),
            options: STATES.map((each) => [each, t(each === 'open' ? 'organisation:open' : 'organisation:closed')]),
          },
        ]}
        columns={[
          {
            id: 'name',
            title: t('organisation:name'),
            sort: 'name',
            isMain: true,
            cell: ({ name, closedAt }) => (
              <>
                <span className="font-medium">{name}</span>
                {closedAt && <span className="badge badge-ghost badge-sm ms-2">{t('organisation:closed')}</span>}
              </>
            ),
          },
          { id: 'otherName', title: t('organisation:otherName'), cell: ({ otherName }) => otherName },
          { id: 'code', title: t('organisation:code'), cell: ({ code }) => code },
          {
            id: 'members',
            title: t('organisation:position.members'),
            sort: 'memberCount',
            isLatestFirst: true,
            cell: ({ id, memberCount }) => (
              <a className="link tabular-nums" href={href(locale, `/admin/people?positionId=${id}&status=active`)}>
                {memberCount}
              </a>
            ),
          },
        ]}
        empty={
          <EmptyState
            icon="users"
            title={t('organisation:position.empty')}
            hint={t('organisation:position.emptyHint')}
          />
        }
        {...(canChange && {
          actions: (row: Position) =>
            row.closedAt ? (
              <RowCommand label={t('organisation:reopen')} name={row.name} onRun={() => void reopen(row)} />
            ) : (
              <>
                <RowCommand label={t('organisation:edit')} name={row.name} onRun={() => setEdited(row)} />
                <RowCommand
                  label={t('organisation:position.close')}
                  name={row.name}
                  isDanger
                  onRun={() => setClosed(row)}
                />
              </>
            ),
        })}
      />
      {edited && <PositionDialog position={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {closed && <CloseDialog position={closed} onClose={() => setClosed(null)} />}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <Positions {...props} />
  </GivenContext>
));
