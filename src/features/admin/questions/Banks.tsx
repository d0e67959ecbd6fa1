import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Moment } from '../kit/Moment.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { RowCommand } from '../kit/RowCommand.tsx';
import { Table } from '../kit/Table.tsx';
import { useList } from '../kit/use-list.ts';
import { BankDialog } from './BankDialog.tsx';
import { type Bank, bankPage, BANKS } from './bank-query.ts';
import { DeleteBank, type DeletedBank } from './DeleteBank.tsx';

type Props = { search: string; timeZone: string; isAdmin: boolean };

/** The question banks that the viewer may edit. */
function Banks({ search, timeZone, isAdmin }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const list = useList(BANKS, search);
  const banks = useCall(...bankPage(list));
  const [edited, setEdited] = useState<Bank | 'new' | null>(null);
  const [deleted, setDeleted] = useState<DeletedBank | null>(null);
  const isDeleted = list.filter.state === 'deleted';
  const remove = useAction(async ({ id, title }: Bank) =>
    setDeleted({ id, title, uses: await api('GET /exam/auth/question/bank/uses', { id }) }),
  );
  const restore = useAction(async (id: string) => {
    await api('PUT /exam/auth/question/bank/delete', { id, deleted: false });
    notify(t('bank:bankRestored'), 'success');
    invalidate('POST /exam/auth/question/bank/page');
  });
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('bank:title')} hint={t('bank:intro')}>
        <button type="button" className="btn btn-primary" disabled={!hydrated} onClick={() => setEdited('new')}>
          <Icon name="plus" className="size-4" />
          {t('bank:newBank')}
        </button>
      </PageHead>
      <Table
        label={t('bank:title')}
        list={list}
        query={banks}
        keyOf={({ id }) => id}
        keyword={t('bank:bankKeyword')}
        filters={[{ name: 'state', label: t('bank:state'), options: [['deleted', t('editing:state.deleted')]] }]}
        columns={[
          {
            id: 'title',
            title: t('bank:bankTitle'),
            sort: 'title',
            isMain: true,
            cell: ({ id, title }) =>
              isDeleted ? (
                <span className="flex flex-wrap items-center gap-2 font-medium">
                  {title}
                  <span className="badge badge-soft badge-sm badge-error">{t('editing:state.deleted')}</span>
                </span>
              ) : (
                <a href={href(locale, `/admin/questions/${id}`)} className="font-medium hover:text-primary">
                  {title}
                </a>
              ),
          },
          { id: 'questions', title: t('bank:questions'), isNumber: true, cell: ({ questionCount }) => questionCount },
          {
            id: 'withdrawn',
            title: t('bank:withdrawn'),
            isRoomy: true,
            isNumber: true,
            cell: ({ questionCount, publishedCount }) => questionCount - publishedCount,
          },
          { id: 'exams', title: t('bank:exams'), isNumber: true, cell: ({ examCount }) => examCount },
          {
            id: 'editors',
            title: t('bank:editors'),
            cell: ({ editors }) => editors.map(({ userName }) => userName).join(', '),
          },
          {
            id: 'modified',
            title: t('bank:modified'),
            sort: 'gmtModified',
            isLatestFirst: true,
            cell: ({ gmtModified }) => <Moment at={gmtModified} timeZone={timeZone} isDay />,
          },
        ]}
        empty={
          <EmptyState
            icon="folder"
            title={t('bank:noBanks')}
            hint={t(isAdmin ? 'bank:noBanksHint' : 'bank:noBanksLecturer')}
          />
        }
        actions={(bank) =>
          isDeleted ? (
            <RowCommand label={t('editing:action.restore')} name={bank.title} onRun={() => void restore.run(bank.id)} />
          ) : (
            <span className="flex gap-1">
              <button
                type="button"
                className="btn btn-ghost btn-sm"
                disabled={!hydrated}
                aria-label={t('bank:editBankNamed', { title: bank.title })}
                onClick={() => setEdited(bank)}
              >
                <Icon name="edit" className="size-4" />
                {t('bank:editBank')}
              </button>
              <RowCommand
                label={t('editing:action.delete')}
                name={bank.title}
                isDanger
                onRun={() => void remove.run(bank)}
              />
            </span>
          )
        }
      />
      {edited && (
        <BankDialog bank={edited === 'new' ? null : edited} isAdmin={isAdmin} onClose={() => setEdited(null)} />
      )}
      {deleted && <DeleteBank {...deleted} onClose={() => setDeleted(null)} />}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <Banks {...props} />
  </GivenContext>
));
