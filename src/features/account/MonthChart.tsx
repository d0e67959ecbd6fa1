import '#src/components/table-scroll.css';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { amountText } from '#src/lib/amount-text.ts';

type Month = { month: number; total: number } & Partial<Record<string, number>>;
type Kind = { kind: string; label: string; fill: string; dot: string };
type Props = {
  /** Title of the chart; caption of the table. */
  caption: string;
  /** Twelve, January first: its number, its total, and the amount of each kind. */
  months: Month[];
  /** From the ground up. */
  kinds: Kind[];
};

/** Height of the highest bar, px. */
const HIGHEST = 152;

/** Name of a month without a year: `3月`, `Mar`. */
const monthName = (month: number, locale: 'zh' | 'en') =>
  new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, month - 1, 1));

/**
 * Amounts by month, stacked by kind. Only the bars scale, not the text, so that it is legible at 390 px. The data is
 * also available as a table, for screen readers and on demand.
 */
export function MonthChart({ caption, months, kinds }: Props) {
  const locale = useLocale();
  const used = kinds.filter(({ kind }) => months.some((month) => month[kind]! > 0));
  const highest = Math.max(...months.map(({ total }) => total));
  return (
    <figure>
      <div aria-hidden="true" className="grid grid-cols-12 gap-1 sm:gap-3">
        {months.map((month) => {
          const name = monthName(month.month, locale);
          return (
            <div key={month.month} className="flex min-w-0 flex-col items-center">
              <div className="flex h-44 w-full max-w-10 flex-col items-center justify-end border-b border-base-300">
                {month.total > 0 && (
                  <span className="text-xs font-medium tabular-nums">{amountText(month.total, locale)}</span>
                )}
                <Bar month={month} kinds={used} highest={highest} />
              </div>
              <span className="mt-1 text-xs whitespace-nowrap text-muted">
                {locale === 'zh' ? month.month : name}
                {locale === 'zh' && <span className="hidden sm:inline">{name.replace(/^\d+/, '')}</span>}
              </span>
            </div>
          );
        })}
      </div>
      {used.length > 0 && (
        <ul aria-hidden="true" className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
          {used.map(({ kind, label, dot }) => (
            <li key={kind} className="flex items-center gap-2">
              <span className={`size-3 rounded-xs ${dot}`} />
              {label}
            </li>
          ))}
        </ul>
      )}
      <figcaption className="mt-3">
        <MonthTable caption={caption} months={months} kinds={kinds} />
      </figcaption>
    </figure>
  );
}

function Bar({ month, kinds, highest }: { month: Month; kinds: Kind[]; highest: number }) {
  const height = highest > 0 ? Math.round((Math.max(0, month.total) / highest) * HIGHEST) : 0;
  let top = height;
  return (
    <svg width="100%" height={height} className="mt-1 block shrink-0">
      {kinds.map(({ kind, fill }) => {
        const part = month.total > 0 ? (Math.max(0, month[kind]!) / month.total) * height : 0;
        top -= part;
        return <rect key={kind} x="0" y={top.toFixed(1)} width="100%" height={part.toFixed(1)} className={fill} />;
      })}
    </svg>
  );
}

function MonthTable({ caption, months, kinds }: Props) {
  const t = useT();
  const locale = useLocale();
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted hover:text-primary">{t('record:hours.asTable')}</summary>
      <div className="mt-2 table-scroll">
        <table className="table table-sm">
          <caption className="sr-only">{caption}</caption>
          <thead className="text-muted">
            <tr>
              <th scope="col">{t('record:hours.month')}</th>
              {kinds.map(({ kind, label }) => (
                <th key={kind} scope="col" className="text-end">
                  {label}
                </th>
              ))}
              <th scope="col" className="text-end">
                {t('record:hours.total')}
              </th>
            </tr>
          </thead>
          <tbody>
            {months.map((month) => (
              <tr key={month.month}>
                <th scope="row" className="font-normal">
                  {monthName(month.month, locale)}
                </th>
                {kinds.map(({ kind }) => (
                  <td key={kind} className="text-end tabular-nums">
                    {amountText(month[kind]!, locale)}
                  </td>
                ))}
                <td className="text-end font-medium tabular-nums">{amountText(month.total, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
