import { useState } from 'react';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Choices } from '#src/components/Choices.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { SessionFacts } from '../SessionFacts.tsx';
import {
  listInput,
  listLink,
  PAGE,
  PERIODS,
  RESOURCES,
  type Period,
  type RunSession,
  sessionLink,
} from './run-calls.ts';
import { SessionDialog } from './SessionDialog.tsx';

type Props = { when: Period; page: number; timeZone: string };

/** Sessions that the viewer runs: today, later, earlier. */
function RunList({ when, page, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const query = useCall(PAGE, listInput({ when, page }));
  const resources = useCall(RESOURCES, {}).data;
  const classes = resources ?? [];
  const cannotPlan = resources?.length === 0;
  const [planning, setPlanning] = useState(false);
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold">{t('training:run.title')}</h1>
          <p className="mt-1 text-muted">{t('training:run.intro')}</p>
        </div>
        {cannotPlan ? (
          <p className="max-w-sm text-sm text-muted">{t('training:run.noClass')}</p>
        ) : (
          <button
            type="button"
            className="btn btn-primary"
            disabled={!hydrated || !resources}
            onClick={() => setPlanning(true)}
          >
            <Icon name="plus" className="size-4" />
            {t('training:run.plan')}
          </button>
        )}
      </header>
      <Choices
        label={t('training:run.period')}
        choices={PERIODS.map((each) => ({
          label: t(`training:run.when.${each}`),
          href: listLink(locale, each),
          chosen: each === when,
        }))}
      />
      <PagedList
        label={t('training:run.title')}
        query={query}
        keyOf={({ id }) => id}
        href={(to) => listLink(locale, when, to)}
        empty={<EmptyState icon="calendar" title={t(`training:run.empty.${when}`)} />}
      >
        {(session) => <Row session={session} timeZone={timeZone} />}
      </PagedList>
      {planning && <SessionDialog classes={classes} timeZone={timeZone} onClose={() => setPlanning(false)} />}
    </div>
  );
}

function Row({ session, timeZone }: { session: RunSession; timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const { id, courseTitle, bookedCount, capacity, waitingCount, signedCount, status, unconfirmedCount } = session;
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 px-4 py-4 sm:px-6">
      <div className="min-w-0">
        <p className="text-sm break-words text-muted">{courseTitle}</p>
        <SessionFacts session={session} timeZone={timeZone} />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <p className="text-sm text-muted tabular-nums">
          {t('training:run.booked', { booked: bookedCount, capacity })}
          {waitingCount > 0 && ` · ${t('training:run.waiting', { count: waitingCount })}`}
          {signedCount > 0 && ` · ${t('training:run.signed', { count: signedCount })}`}
        </p>
        {status !== 'planned' && (
          <span className="badge badge-soft badge-sm">
            {t(unconfirmedCount > 0 ? 'training:run.toConfirm' : `training:run.status.${status}`)}
          </span>
        )}
        <a href={sessionLink(locale, id)} className="btn btn-sm">
          {t('training:run.open')}
          <Icon name="arrow-right" className="size-4" />
        </a>
      </div>
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <RunList {...props} />
  </GivenContext>
));
