import type { ReportColumn } from '#src/contract/rules/report.ts';
import { reportColumnText, reportValueText } from '#src/i18n/report-text.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { amountText } from '#src/lib/amount-text.ts';
import type { Result } from './report-list.ts';

/** Bars that are shown. */
const MOST = 12;
/** Length of the longest bar. */
const LONG = 200;

type Props = { columns: readonly ReportColumn[]; rows: Result['list'] };

/** The first figure of each row as a bar. The table beside it has the same, so it is hidden from screen readers. */
export function ReportChart({ columns, rows }: Props) {
  const t = useT();
  const locale = useLocale();
  const at = columns.findIndex(({ aggregate }) => aggregate !== null);
  const shown = rows.slice(0, MOST);
  if (at < 1 || shown.length < 2) return null;
  const values = shown.map(({ cells }) => Number(cells[at] ?? 0));
  const highest = Math.max(...values.map(Math.abs), 1e-9);
  return (
    <figure className="report-chart paper p-5" aria-hidden="true">
      <figcaption className="mb-3 text-sm text-muted">
        {t('reports:view.chart', { measure: reportColumnText(columns[at]!, t) })}
      </figcaption>
      <ol className="flex flex-col gap-1.5">
        {shown.map(({ cells }, n) => (
          <li key={n} className="report-bar">
            <span className="truncate">
              {cells
                .slice(0, at)
                .map((cell, c) => (cell === null ? t('reports:none') : reportValueText(columns[c]!, String(cell), t)))
                .join(' · ')}
            </span>
            <svg viewBox={`0 0 ${LONG} 10`} preserveAspectRatio="none" className="h-4 w-full">
              <rect
                width={Math.max(1, (Math.abs(values[n]!) / highest) * LONG)}
                height="10"
                className={values[n]! < 0 ? 'fill-error' : 'fill-primary'}
              />
            </svg>
            <span className="text-end tabular-nums">{amountText(values[n]!, locale)}</span>
          </li>
        ))}
      </ol>
      {rows.length > MOST && <p className="mt-3 text-sm text-muted">{t('reports:view.chartMore', { count: MOST })}</p>}
    </figure>
  );
}
