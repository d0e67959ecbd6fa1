import { useCall } from '#src/client/query.ts';
import { useT } from '#src/i18n/island.tsx';

type Props = { without: string; value: string; onChange: (bankId: string) => void };

/** Chooses another bank that the viewer may edit. */
export function BankField({ without, value, onChange }: Props) {
  const t = useT();
  const { data } = useCall('POST /exam/auth/question/bank/page', { pageSize: 100 });
  const banks = (data?.list ?? []).filter(({ id }) => id !== without);
  if (data && banks.length === 0) return <span className="text-sm text-muted">{t('bank:bulk.noOther')}</span>;
  return (
    <select
      className="select w-56 max-w-full select-sm"
      aria-label={t('bank:bulk.target')}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{t('bank:bulk.target')}</option>
      {banks.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
