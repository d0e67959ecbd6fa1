import { useHydrated } from '#src/client/use-live.ts';
import { useT } from '#src/i18n/island.tsx';
import { DayField } from '../kit/fields.tsx';

type Props = { on: string | undefined; today: string; onChange: (day: string | undefined) => void };

/** The day that the matrix is about. */
export function AsOf({ on, today, onChange }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  return (
    <fieldset className="flex flex-wrap items-end gap-3" disabled={!hydrated}>
      <div className="matrix-day">
        <DayField
          label={t('requirement:matrixView.on')}
          value={on ?? today}
          onChange={(day) => onChange(day === today ? undefined : (day ?? undefined))}
        />
      </div>
      {on !== undefined && (
        <button type="button" className="btn btn-ghost" onClick={() => onChange(undefined)}>
          {t('requirement:matrixView.today')}
        </button>
      )}
      <p className="w-full text-sm text-muted">
        {on === undefined ? t('requirement:matrixView.onHint') : t('requirement:matrixView.asOf', { date: on })}
      </p>
    </fieldset>
  );
}
