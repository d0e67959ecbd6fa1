import '#src/components/table-scroll.css';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { amountText } from '#src/lib/amount-text.ts';
import type { Step } from './run-text.ts';

const COLUMNS = [
  ...(['takers', 'entered', 'enteringSeconds', 'leavingSeconds', 'startP95', 'lostSeconds'] as const),
  ...(['saves', 'saveP50', 'saveP95', 'saveP99', 'unavailable', 'pageRetries', 'acknowledged', 'lost'] as const),
];
type Column = (typeof COLUMNS)[number];
const UNITS: Partial<Record<Column, 'ms' | 'seconds'>> = {
  ...{ enteringSeconds: 'seconds', leavingSeconds: 'seconds', lostSeconds: 'seconds' },
  ...{ startP95: 'ms', saveP50: 'ms', saveP95: 'ms', saveP99: 'ms' },
};

/** The figures of the exam days of a rehearsal, one row each. */
export function StepTable({ steps }: { steps: Step[] }) {
  const t = useT();
  const locale = useLocale();
  const shown = (value: number | null, column: Column) => {
    if (value === null) return '–';
    const unit = UNITS[column];
    return unit ? t(`rehearsal:unit.${unit}`, { n: amountText(value, locale) }) : amountText(value, locale);
  };
  return (
    // Can be reached by keyboard, because it scrolls on narrow screens.
    <div className="table-scroll" role="group" aria-label={t('rehearsal:figures')} tabIndex={0}>
      <table className="table table-sm">
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className="text-end whitespace-nowrap first:text-start">
                {t(`rehearsal:figure.${column}`)}
              </th>
            ))}
            <th scope="col">{t('rehearsal:figure.held')}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={step.takers}>
              {COLUMNS.map((column) => (
                <td key={column} className="text-end whitespace-nowrap tabular-nums first:text-start">
                  {shown(step[column], column)}
                </td>
              ))}
              <td>
                <span className={`badge badge-soft badge-sm ${step.held ? 'badge-success' : 'badge-error'}`}>
                  {t(step.held ? 'rehearsal:yes' : 'rehearsal:no')}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
