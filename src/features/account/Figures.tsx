import { useLocale } from '#src/i18n/island.tsx';
import { amountText } from '#src/lib/amount-text.ts';

/** A row of named totals. */
export function Figures({ figures }: { figures: { label: string; value: number; strong?: boolean }[] }) {
  const locale = useLocale();
  return (
    <dl className="paper grid grid-cols-2 overflow-hidden sm:grid-cols-3 lg:flex">
      {figures.map(({ label, value, strong }) => (
        <div key={label} className="-ms-px -mt-px grow border-s border-t border-base-300 p-4 sm:px-6">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className={`text-2xl leading-snug font-semibold tabular-nums ${strong ? 'text-primary' : ''}`}>
            {amountText(value, locale)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
