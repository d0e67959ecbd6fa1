import { api } from '#src/client/api.ts';
import { invalidate } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { amountText } from '#src/lib/amount-text.ts';
import { type Run } from './run-text.ts';
import { StepTable } from './StepTable.tsx';

/** The rehearsal that runs: what its candidates are doing, and the button that stops it. */
export function RunningRun({ run }: { run: Run }) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const stop = useAction(async () => {
    await api('PUT /exam/auth/exam/rehearsal/stop', { id: run.id });
    invalidate('GET /exam/auth/exam/rehearsal/view');
  });
  const { progress } = run;
  const number = (n: number) => amountText(n, locale);
  const phase = progress
    ? t(`rehearsal:phase.${progress.phase}`, { takers: number(progress.takers) })
    : t('rehearsal:phase.waiting');
  const figures = progress && [
    ['entered', t('rehearsal:of', { n: number(progress.entered), all: number(progress.takers) })],
    ['saves', number(progress.saves)],
    ['saveP95', progress.saveP95 === null ? '–' : t('rehearsal:unit.ms', { n: number(progress.saveP95) })],
    ['submitted', t('rehearsal:of', { n: number(progress.submitted), all: number(progress.takers) })],
  ];
  return (
    <section className="paper flex flex-col gap-5 p-5 sm:p-6" aria-label={t('rehearsal:running')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold">{t('rehearsal:running')}</h2>
          <p role="status" className="mt-1 text-muted">
            {run.stopAsked ? t('rehearsal:stopping') : phase}
          </p>
        </div>
        <button
          type="button"
          className="btn btn-outline"
          disabled={!hydrated || stop.isPending || run.stopAsked}
          onClick={() => void stop.run()}
        >
          <Icon name="close" className="size-4" />
          {t('rehearsal:stop')}
        </button>
      </div>
      {figures && (
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          {figures.map(([name, value]) => (
            <div key={name}>
              <dt className="text-sm text-muted">{t(`rehearsal:figure.${name}`)}</dt>
              <dd className="mt-1 text-xl font-semibold tabular-nums" data-testid={`rehearsal-${name}`}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {run.steps.length > 0 && <StepTable steps={run.steps} />}
    </section>
  );
}
