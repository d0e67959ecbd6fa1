import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { expectExports } from '#src/client/downloads.ts';
import { notify } from '#src/client/notify.ts';
import { useCall } from '#src/client/query.ts';
import { useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { Labelled } from '#src/components/Labelled.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { amountText } from '#src/lib/amount-text.ts';
import { dateTimeText, dayOf } from '#src/lib/dates.ts';
import { useAccount } from '../account-context.ts';
import { accountLink } from '../account-query.ts';
import { type CentreView, statements } from './centre-view.ts';
import { CentreTable } from './CentreTable.tsx';

/** Years that can be chosen. */
const YEARS = 10;

/** Annual statements of the people of the organisation: those that were issued, and a form that requests one, as a job. */
export function CentreStatements({ view }: { view: CentreView }) {
  const t = useT();
  const locale = useLocale();
  const { viewer, now } = useAccount();
  const { timeZone } = viewer;
  const query = useCall(...statements(view));
  const present = Number(dayOf(now, timeZone).slice(0, 4));
  const [year, setYear] = useState(present);
  const link = accountLink(locale, 'centre');
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async () => {
      const record = await api('POST /data/auth/statement/organisation/export', { year }, { isShowErrTip: false });
      notify(t('centre:statement.requested'), 'success');
      expectExports([record]);
    },
  });
  const { name, error } = form.field('year');
  return (
    <>
      <section className="paper flex flex-col gap-4 p-4 sm:p-6" aria-labelledby="centre-statements">
        <div>
          <h2 id="centre-statements" className="font-semibold">
            {t('centre:statement.title')}
          </h2>
          <p className="text-sm text-muted">{t('centre:statement.intro')}</p>
        </div>
        <form {...form.form} className="flex flex-wrap items-end gap-3">
          <FormAlert text={form.alert} />
          <Labelled label={t('centre:statement.year')} error={error}>
            {(own) => (
              <select
                {...own}
                name={name}
                className="select w-32"
                value={year}
                onChange={({ target }) => setYear(Number(target.value))}
              >
                {Array.from({ length: YEARS }, (_, n) => (
                  <option key={n} value={present - n}>
                    {present - n}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
          <SubmitButton {...form.submit}>{t('centre:statement.issue')}</SubmitButton>
        </form>
      </section>
      <CentreTable
        label={t('centre:statement.title')}
        query={query}
        keyOf={({ id }) => id}
        link={(more) => link({ part: 'statements', ...more })}
        none={{ title: t('centre:statement.empty'), hint: t('centre:statement.emptyHint') }}
        columns={[
          {
            ...{ name: 'number', label: t('centre:statement.number') },
            value: ({ statementNo }) => (
              <a className="link whitespace-nowrap tabular-nums" href={href(locale, `/statement/${statementNo}`)}>
                {statementNo}
              </a>
            ),
          },
          { name: 'year', label: t('centre:statement.year'), isNumber: true, value: (row) => row.year },
          { name: 'people', label: t('centre:statement.people'), isNumber: true, value: (row) => row.peopleCount },
          {
            ...{ name: 'hours', label: t('centre:statement.hours'), isNumber: true },
            value: ({ hours }) => amountText(hours, locale),
          },
          {
            ...{ name: 'credits', label: t('centre:statement.credits'), isNumber: true, isMinor: true },
            value: ({ credits }) => amountText(credits, locale),
          },
          {
            ...{ name: 'issued', label: t('centre:statement.issued'), isMinor: true },
            value: ({ issuedAt }) => <time dateTime={issuedAt}>{dateTimeText(issuedAt, timeZone, locale)}</time>,
          },
          {
            ...{ name: 'file', label: t('centre:statement.pdf') },
            value: ({ id, statementNo }) => (
              <a
                className="btn btn-ghost btn-sm font-normal"
                href={href(locale, `/account/statement/${id}.pdf`)}
                aria-label={`${t('centre:statement.pdf')}: ${statementNo}`}
                download
              >
                {t('centre:statement.pdf')}
              </a>
            ),
          },
        ]}
      />
    </>
  );
}
