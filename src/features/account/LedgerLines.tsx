import '#src/components/table-scroll.css';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { signedText } from '#src/lib/amount-text.ts';
import { dateText } from '#src/lib/dates.ts';

type Props = {
  lines: { id: string; title: string; amount: number; reversal: boolean; gmtCreate: string; kind: string }[];
  /** Name of an entry's kind. */
  nameOf: (kind: string) => string;
  timeZone: string;
};

/** Ledger entries with amount, source and time. */
export function LedgerLines({ lines, nameOf, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="table-scroll">
      <table className="table">
        <thead className="hidden text-muted sm:table-header-group">
          <tr>
            <th scope="col" className="sm:ps-6">
              {t('record:ledger.title')}
            </th>
            <th scope="col">{t('record:ledger.kind')}</th>
            <th scope="col">{t('record:ledger.time')}</th>
            <th scope="col" className="text-end sm:pe-6">
              {t('record:ledger.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const date = dateText(line.gmtCreate, timeZone, locale);
            return (
              <tr key={line.id}>
                <th scope="row" className="font-normal sm:ps-6">
                  <span className="line-clamp-2">{line.title}</span>
                  <span className="flex flex-wrap items-center gap-x-2">
                    {line.reversal && (
                      <span className="badge badge-sm badge-soft badge-warning">{t('record:ledger.reversal')}</span>
                    )}
                    <span className="text-sm text-muted sm:hidden">{`${nameOf(line.kind)} · ${date}`}</span>
                  </span>
                </th>
                <td className="hidden whitespace-nowrap text-muted sm:table-cell">{nameOf(line.kind)}</td>
                <td className="hidden whitespace-nowrap text-muted tabular-nums sm:table-cell">
                  <time dateTime={line.gmtCreate}>{date}</time>
                </td>
                <td
                  className={`text-end font-medium whitespace-nowrap tabular-nums sm:pe-6 ${line.amount < 0 ? 'text-error' : 'text-success'}`}
                >
                  {signedText(line.amount, locale)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
