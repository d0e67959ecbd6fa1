import { useId, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateText } from '#src/lib/dates.ts';
import { useAccount } from '../account-context.ts';
import { statementPage, statementYears } from '../panel-calls.ts';
import { RecordSection } from './RecordSection.tsx';

type Statement = Data<'POST /data/auth/statement/page'>['list'][number];

/** The viewer's annual statements: those that were issued, and a new one of a year. */
export function Statements() {
  const t = useT();
  const issued = useCall(...statementPage());
  return (
    <RecordSection title={t('statement:account.title')} isPrevious={issued.isPrevious}>
      <div className="flex flex-col gap-4 p-4 pt-2 sm:px-6 sm:pb-6">
        <p className="text-sm text-muted">{t('statement:account.intro')}</p>
        <IssueStatement list={issued.data?.list ?? []} />
        <LoadState query={issued} lines={1}>
          {({ list, totalCount }) =>
            list.length === 0 ? (
              <p className="text-muted">{t('statement:account.none')}</p>
            ) : (
              <>
                <ul className="flex flex-col divide-y divide-base-300">
                  {list.map((statement) => (
                    <StatementRow key={statement.id} statement={statement} />
                  ))}
                </ul>
                {totalCount > list.length && (
                  <p className="text-sm text-muted">
                    {t('statement:account.more', { count: totalCount - list.length })}
                  </p>
                )}
              </>
            )
          }
        </LoadState>
      </div>
    </RecordSection>
  );
}

function IssueStatement({ list }: { list: Statement[] }) {
  const t = useT();
  const hydrated = useHydrated();
  const id = useId();
  const years = useCall(...statementYears()).data ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const year = chosen ?? years[0];
  const issue = useAction(async () => {
    if (year === undefined) return;
    const statement = await api('POST /data/auth/statement/issue', { year });
    const isKnown = list.some((each) => each.id === statement.id);
    notify(t(isKnown ? 'statement:account.same' : 'statement:account.issued'), 'success');
    invalidate('POST /data/auth/statement/page');
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <label htmlFor={id} className="text-sm text-muted">
        {t('statement:account.year')}
      </label>
      <select
        id={id}
        className="select w-auto select-sm"
        value={year ?? ''}
        disabled={!hydrated}
        onChange={({ target }) => setChosen(Number(target.value))}
      >
        {years.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="btn btn-sm btn-primary"
        disabled={!hydrated || year === undefined}
        aria-disabled={issue.isPending}
        onClick={() => void issue.run()}
      >
        {t('statement:account.issue')}
      </button>
    </div>
  );
}

function StatementRow({ statement }: { statement: Statement }) {
  const t = useT();
  const locale = useLocale();
  const { timeZone, enterpriseZone = timeZone } = useAccount().viewer;
  const { id, statementNo, year, issuedAt, state } = statement;
  const files = [
    ['pdf', t('statement:account.pdf')],
    ['jwt', t('statement:account.credential')],
  ] as const;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className="me-auto flex min-w-0 flex-col">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {t('statement:account.of', { year })}
          <span className={`badge badge-soft badge-sm ${state === 'current' ? 'badge-success' : 'badge-warning'}`}>
            {t(`statement:state.${state}`)}
          </span>
        </span>
        <span className="text-sm break-all text-muted tabular-nums">
          {`${statementNo} · ${t('statement:account.issuedOn', { date: dateText(issuedAt, enterpriseZone, locale) })}`}
        </span>
      </span>
      <span className="flex flex-wrap gap-x-4">
        {files.map(([ending, label]) => (
          <a
            key={ending}
            className="link py-1"
            href={href(locale, `/account/statement/${id}.${ending}`)}
            aria-label={`${label} ${statementNo}`}
            download
          >
            {label}
          </a>
        ))}
        <a
          className="link py-1"
          href={href(locale, `/statement/${statementNo}`)}
          aria-label={`${t('statement:account.verify')} ${statementNo}`}
        >
          {t('statement:account.verify')}
        </a>
      </span>
    </li>
  );
}
