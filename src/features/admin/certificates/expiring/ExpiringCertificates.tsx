import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Moment } from '../../kit/Moment.tsx';
import { PageHead } from '../../kit/PageHead.tsx';
import { Table } from '../../kit/Table.tsx';
import type { Column } from '../../kit/table-columns.ts';
import { useList } from '../../kit/use-list.ts';
import { WITHIN } from '../certificate-list.ts';
import { EXPIRING, type Expiring, type ExpiringOrder, expiringPage } from './expiring-list.ts';

type Props = {
  /** Query with which the page was rendered. */
  search: string;
  timeZone: string;
};

/** Certificates that end soon, of the people whose training the viewer may read. */
function ExpiringCertificates({ search, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(EXPIRING, search);
  const query = useCall(...expiringPage(list));
  const columns: Column<Expiring, ExpiringOrder>[] = [
    {
      id: 'holder',
      title: t('record:expiring.holder'),
      sort: 'holderName',
      isMain: true,
      cell: ({ userId, holderName }) => (
        <a className="link-hover font-medium" href={href(locale, `/admin/people/${userId}`)}>
          {holderName}
        </a>
      ),
    },
    { id: 'department', title: t('record:expiring.department'), cell: ({ department }) => department ?? '–' },
    {
      id: 'certificate',
      title: t('record:expiring.certificate'),
      sort: 'certificateName',
      cell: ({ certificateName }) => certificateName,
    },
    {
      id: 'until',
      title: t('record:expiring.until'),
      sort: 'expireTime',
      cell: ({ expireTime }) => <Moment at={expireTime} timeZone={timeZone} isDay />,
    },
    {
      id: 'number',
      title: t('record:expiring.number'),
      isExtra: true,
      cell: ({ certificateNo }) => <span className="tabular-nums">{certificateNo}</span>,
    },
  ];
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('record:expiring.title')} hint={t('record:expiring.intro')} />
      <Table
        label={t('record:expiring.title')}
        list={list}
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        keyword={t('record:expiring.keyword')}
        filters={[
          {
            name: 'expiresWithin',
            label: t('record:expiring.within'),
            options: WITHIN.map((days) => [days, t('record:expiring.days', { days })]),
          },
        ]}
        empty={
          <EmptyState icon="certificate" title={t('record:expiring.empty')} hint={t('record:expiring.emptyHint')} />
        }
      />
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <ExpiringCertificates {...props} />
  </GivenContext>
));
