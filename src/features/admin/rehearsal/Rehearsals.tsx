import { useEffect } from 'react';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { PastRun } from './PastRun.tsx';
import { RunningRun } from './RunningRun.tsx';
import { isActive } from './run-text.ts';
import { StartForm } from './StartForm.tsx';

type Props = { timeZone: string };

/** Milliseconds between two looks at a rehearsal that runs. */
const LOOK_MS = 2_000;

/** Rehearsals of an exam day: start, progress and results. */
function Rehearsals({ timeZone }: Props) {
  const t = useT();
  const view = useCall('GET /exam/auth/exam/rehearsal/view', {});
  const isBusy = view.data?.refused === 'busy';
  const { reload } = view;
  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(reload, LOOK_MS);
    return () => clearInterval(timer);
  }, [isBusy, reload]);
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('rehearsal:title')} hint={t('rehearsal:intro')} />
      <LoadState query={view}>
        {({ most, refused, list }) => {
          const active = list.find(isActive);
          const past = list.filter((run) => !isActive(run));
          return (
            <>
              {active ? (
                <RunningRun run={active} />
              ) : most === 0 ? (
                <p className="alert alert-soft">{t('rehearsal:refused.off')}</p>
              ) : (
                <StartForm most={most} refused={refused} />
              )}
              <section aria-label={t('rehearsal:past')} className="flex flex-col gap-3">
                <h2 className="text-lg font-semibold">{t('rehearsal:past')}</h2>
                <div className="paper overflow-hidden">
                  {past.length === 0 ? (
                    <EmptyState icon="chart" title={t('rehearsal:none')} hint={t('rehearsal:noneHint')} />
                  ) : (
                    <ul className="divide-y divide-base-300">
                      {past.map((run) => (
                        <li key={run.id}>
                          <PastRun run={run} timeZone={timeZone} />
                        </li>
                      ))}
                    </ul>
                  )}
                </div>
              </section>
            </>
          );
        }}
      </LoadState>
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <Rehearsals {...props} />
  </GivenContext>
));
