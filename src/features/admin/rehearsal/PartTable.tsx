import '#src/components/table-scroll.css';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { amountText } from '#src/lib/amount-text.ts';
import type { Step } from './run-text.ts';

const COLUMNS = ['count', 'p50', 'p95', 'p99', 'max', 'refused', 'retries', 'retriesMax'] as const;
const TIMES: readonly string[] = ['p50', 'p95', 'p99', 'max'];

/** What the candidates of an exam day did in each of its phases, and how long it took. */
export function PartTable({ step }: { step: Step }) {
  const t = useT();
  const locale = useLocale();
  const title = t('rehearsal:parts', { takers: amountText(step.takers, locale) });
  const { generatorCores: cores, generatorLate: late } = step;
  return (
    <div className="flex flex-col gap-2">
      {/* Can be reached by keyboard, because it scrolls on narrow screens. */}
      <div className="table-scroll" role="group" aria-label={title} tabIndex={0}>
        <table className="table table-sm">
          <caption className="px-3 py-2 text-start font-medium">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('rehearsal:part.phase')}</th>
              <th scope="col">{t('rehearsal:part.kind')}</th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className="text-end whitespace-nowrap">
                  {t(`rehearsal:part.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {step.parts.map((part) => (
              <tr key={`${part.phase} ${part.kind}`}>
                <td className="whitespace-nowrap">{t(`rehearsal:dayPart.${part.phase}`)}</td>
                <th scope="row" className="font-normal whitespace-nowrap">
                  {t(`rehearsal:kind.${part.kind}`)}
                </th>
                {COLUMNS.map((column) => (
                  <td key={column} className="text-end whitespace-nowrap tabular-nums">
                    {TIMES.includes(column)
                      ? t('rehearsal:unit.ms', { n: amountText(part[column], locale) })
                      : amountText(part[column], locale)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {cores !== null && (
        <p className="text-sm text-muted">
          {t('rehearsal:generator', { cores: amountText(cores, locale), late: amountText(late ?? 0, locale) })}
        </p>
      )}
    </div>
  );
}
