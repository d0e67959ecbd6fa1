import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { amountText } from '#src/lib/amount-text.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { PartTable } from './PartTable.tsx';
import { resultLines, type Run } from './run-text.ts';
import { StepTable } from './StepTable.tsx';

/** A rehearsal that has ended: its result in words, and the figures of each exam day. */
export function PastRun({ run, timeZone }: { run: Run; timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const [first, ...more] = resultLines(t, locale, run);
  const isGood = run.held > 0;
  return (
    <article className="flex flex-col gap-3 px-4 py-4 sm:px-6">
      <div className="flex items-start gap-3">
        <Icon
          name={isGood ? 'check-circle' : 'x-circle'}
          className={`mt-0.5 size-5 shrink-0 ${isGood ? 'text-success' : 'text-error'}`}
        />
        <div className="min-w-0">
          <p className="font-medium">{first ?? t('rehearsal:nothing')}</p>
          {more.map((line) => (
            <p key={line} className="mt-1">
              {line}
            </p>
          ))}
          <p className="mt-1 text-sm text-muted">
            {t('rehearsal:askedBy', {
              ...{ at: dateTimeText(run.askedAt, timeZone, locale), userName: run.askedByName },
              ...{ takers: amountText(run.takers, locale), enter: run.enterSeconds, answer: run.answerSeconds },
            })}
          </p>
        </div>
      </div>
      {run.steps.length > 0 && (
        <details>
          <summary className="link cursor-pointer text-sm">{t('rehearsal:figures')}</summary>
          <div className="mt-3 flex flex-col gap-5">
            <StepTable steps={run.steps} />
            {run.steps.map((step) => step.parts.length > 0 && <PartTable key={step.takers} step={step} />)}
          </div>
        </details>
      )}
    </article>
  );
}
