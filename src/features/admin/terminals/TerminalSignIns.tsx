import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import type { Data } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Moment } from '../kit/Moment.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import { useList } from '../kit/use-list.ts';
import { signInList, signInPage } from './terminal-list.ts';

type Props = {
  /** Query with which the page was rendered. */
  search: string;
  terminal: Data<'GET /user/auth/terminal/at/view'>;
  timeZone: string;
};

/** Who signed in at a terminal, and what was refused there. */
function TerminalSignIns({ search, terminal: { id, name, place }, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(signInList(id), search);
  const rows = useCall(...signInPage(id, list));
  return (
    <div className="flex flex-col gap-6">
      <PageHead
        title={t('terminal:log.title', { name })}
        hint={[place, t('terminal:log.intro')].filter(Boolean).join(' · ')}
      />
      <Table
        label={t('terminal:log.title', { name })}
        list={list}
        query={rows}
        keyOf={(row) => row.id}
        columns={[
          {
            id: 'person',
            title: t('terminal:log.person'),
            isMain: true,
            cell: ({ userId, userName, employeeNo, department }) =>
              userName && userId ? (
                <>
                  <a className="link font-medium" href={href(locale, `/admin/people/${userId}?tab=signIns`)}>
                    {userName}
                  </a>
                  <span className="block text-sm text-muted">
                    {[employeeNo, department].filter(Boolean).join(' · ')}
                  </span>
                </>
              ) : (
                t('terminal:log.nobody')
              ),
          },
          {
            id: 'time',
            title: t('terminal:log.time'),
            cell: ({ gmtCreate }) => <Moment at={gmtCreate} timeZone={timeZone} />,
          },
          {
            id: 'outcome',
            title: t('terminal:log.outcome'),
            cell: ({ outcome, reason }) => (
              <>
                <span className={`badge badge-soft badge-sm ${outcome === 'opened' ? 'badge-success' : 'badge-error'}`}>
                  {t(`terminal:log.outcomeOf.${outcome}`)}
                </span>
                {reason && (
                  <span className="block text-sm text-muted">{t(`terminal:log.reasonOf.${reasonOf(reason)}`)}</span>
                )}
              </>
            ),
          },
          {
            id: 'by',
            title: t('terminal:log.by'),
            cell: ({ by }) => by && t(`terminal:log.byOf.${by}`),
          },
        ]}
        empty={<EmptyState icon="desktop" title={t('terminal:log.empty')} />}
      />
    </div>
  );
}

const reasonOf = (reason: string) => (reason === 'badgeUnknown' ? 'badgeUnknown' : 'wrongNumberOrPin');

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <TerminalSignIns {...props} />
  </GivenContext>
));
