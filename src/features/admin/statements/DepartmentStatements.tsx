import { useState } from 'react';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { amountText } from '#src/lib/amount-text.ts';
import { Moment } from '../kit/Moment.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import { useList } from '../kit/use-list.ts';
import { StatementDialog } from './StatementDialog.tsx';
import { statementPage, STATEMENTS } from './statement-list.ts';

type Props = {
  /** Query with which the page was rendered. */
  search: string;
  timeZone: string;
  /** The present year in the time zone of the enterprise. */
  year: number;
  /** Departments that the viewer manages, by path; null: all. */
  scope: string[] | null;
};

/** Annual statements of departments, and the dialog that requests one. */
function DepartmentStatements({ search, timeZone, year, scope }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const list = useList(STATEMENTS, search);
  const query = useCall(...statementPage(list));
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('statement:admin.title')} hint={t('statement:admin.intro')}>
        <button type="button" className="btn btn-primary" disabled={!hydrated} onClick={() => setOpen(true)}>
          <Icon name="plus" className="size-4" />
          {t('statement:admin.add')}
        </button>
      </PageHead>
      <Table
        label={t('statement:admin.title')}
        list={list}
        query={query}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'department',
            title: t('statement:admin.department'),
            isMain: true,
            cell: ({ department, statementNo, isLatest }) => (
              <>
                <span className="font-medium">{department ?? t('statement:admin.whole')}</span>
                {!isLatest && (
                  <span className="badge badge-ghost badge-sm ms-2 whitespace-nowrap">
                    {t('statement:admin.replaced')}
                  </span>
                )}
                <a
                  className="link block w-fit text-sm whitespace-nowrap text-muted tabular-nums"
                  href={href(locale, `/statement/${statementNo}`)}
                >
                  {statementNo}
                </a>
              </>
            ),
          },
          {
            id: 'year',
            title: t('statement:admin.year'),
            cell: (row) => <span className="tabular-nums">{row.year}</span>,
          },
          {
            id: 'people',
            title: t('statement:admin.people'),
            isExtra: true,
            cell: ({ peopleCount }) => <span className="tabular-nums">{amountText(peopleCount, locale)}</span>,
          },
          {
            id: 'hours',
            title: t('statement:admin.hours'),
            cell: ({ hours }) => <span className="tabular-nums">{amountText(hours, locale)}</span>,
          },
          {
            id: 'credits',
            title: t('statement:admin.credits'),
            cell: ({ credits }) => <span className="tabular-nums">{amountText(credits, locale)}</span>,
          },
          {
            id: 'issued',
            title: t('statement:admin.issued'),
            cell: ({ issuedAt }) => <Moment at={issuedAt} timeZone={timeZone} />,
          },
        ]}
        empty={
          <EmptyState icon="certificate" title={t('statement:admin.empty')} hint={t('statement:admin.emptyHint')} />
        }
        actions={({ id, statementNo }) => (
          <a
            className="btn btn-ghost btn-sm font-normal"
            href={href(locale, `/account/statement/${id}.pdf`)}
            aria-label={`${t('statement:admin.pdf')}: ${statementNo}`}
            download
          >
            <Icon name="download" className="size-4" />
            {t('statement:admin.pdf')}
          </a>
        )}
      />
      {isOpen && <StatementDialog year={year} scope={scope} onClose={() => setOpen(false)} />}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <DepartmentStatements {...props} />
  </GivenContext>
));
