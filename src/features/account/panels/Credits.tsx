import { useCall } from '#src/client/query.ts';
import { Choices } from '#src/components/Choices.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { Pager } from '#src/components/Pager.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { useAccount, useLastPage } from '../account-context.ts';
import { accountLink, LEDGER_KINDS, type ViewOf } from '../account-query.ts';
import { ExportButton } from '../ExportButton.tsx';
import { Figures } from '../Figures.tsx';
import { LedgerLines } from '../LedgerLines.tsx';
import { creditLines, creditTotals } from '../panel-calls.ts';
import { NothingFound } from './NothingFound.tsx';
import { RecordSection } from './RecordSection.tsx';

/** Credits and points (`change=3&recordType=3`): totals and entries by kind and year. */
export function Credits({ view }: { view: ViewOf<'credits'> }) {
  const t = useT();
  const locale = useLocale();
  const { viewer } = useAccount();
  const totals = useCall(...creditTotals());
  const lines = useCall(...creditLines(view));
  useLastPage(lines.data);
  const { kind, year } = view;
  const link = accountLink(locale, 'credits');
  const hasLines = Boolean(lines.data?.list.length);
  const years = totals.data?.years ?? [];
  const kindChoices = [undefined, ...LEDGER_KINDS].map((each) => ({
    label: t(each ? `record:ledger.${each}` : 'record:filter.all'),
    href: link({ kind: each, year }),
    chosen: each === kind,
  }));
  const yearChoices = [undefined, ...years].map((each) => ({
    label: each ? t('record:filter.yearOf', { year: each }) : t('record:filter.all'),
    href: link({ kind, year: each }),
    chosen: each === year,
  }));
  const empty =
    kind || year ? (
      <NothingFound all={link({})} />
    ) : (
      <EmptyState
        icon="coins"
        title={t('record:empty.credits.title')}
        hint={t('record:empty.credits.hint')}
        action={{ href: href(locale, '/knowledge'), label: t('record:empty.learning.action') }}
      />
    );
  return (
    <>
      <LoadState query={totals} lines={1}>
        {(count) => <Totals count={count} />}
      </LoadState>
      <RecordSection
        title={t('record:ledger.lines')}
        isPrevious={lines.isPrevious}
        action={
          hasLines && (
            <ExportButton call="POST /data/auth/user/credit/hour/change/record/export" input={{ kind, year }} />
          )
        }
      >
        {years.length > 0 && (
          <div className="flex flex-wrap gap-x-8 gap-y-3 px-4 py-2 sm:px-6">
            <Choices label={t('record:filter.kind')} choices={kindChoices} />
            {years.length > 1 && <Choices label={t('record:filter.year')} choices={yearChoices} />}
          </div>
        )}
        <LoadState query={lines}>
          {({ list }) =>
            list.length === 0 ? (
              empty
            ) : (
              <LedgerLines lines={list} nameOf={(name) => t(`record:ledger.${name}`)} timeZone={viewer.timeZone} />
            )
          }
        </LoadState>
      </RecordSection>
      {lines.data && <Pager {...lines.data} href={(page) => link({ kind, year, page })} />}
    </>
  );
}

function Totals({ count }: { count: Data<'GET /data/auth/user/credit/hour/change/record/count'> }) {
  const t = useT();
  const annual = (name: string) => `${name} · ${t('record:hours.annual')}`;
  const credits = t('record:ledger.credits');
  const points = t('record:ledger.points');
  return (
    <Figures
      figures={[
        { label: credits, value: count.totalCredits, strong: true },
        { label: annual(credits), value: count.annualCredits },
        { label: points, value: count.totalPoints, strong: true },
        { label: annual(points), value: count.annualPoints },
      ]}
    />
  );
}
