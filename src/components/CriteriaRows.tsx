import { useT } from '#src/i18n/island.tsx';
import { FormField } from './FormField.tsx';

/** A marking criterion while it is edited. */
export type CriterionDraft = { text: string; points: string };
type Props = { rows: CriterionDraft[]; onChange: (rows: CriterionDraft[]) => void };

const MAX_CRITERIA = 20;

/** Fields of marking criteria, with buttons that add and remove one. Needs the texts of `marking.rubric`. */
export function CriteriaRows({ rows, onChange }: Props) {
  const t = useT();
  const set = (i: number, more: Partial<CriterionDraft>) =>
    onChange(rows.map((row, k) => (k === i ? { ...row, ...more } : row)));
  return (
    <>
      {rows.map((row, i) => (
        <div key={i} className="flex flex-wrap items-end gap-3">
          <FormField
            className="min-w-0 grow basis-60"
            label={t('marking:rubric.criterion', { n: i + 1 })}
            maxLength={500}
            autoComplete="off"
            value={row.text}
            onChange={(event) => set(i, { text: event.target.value })}
          />
          <FormField
            className="w-24"
            label={t('marking:rubric.points')}
            inputMode="decimal"
            autoComplete="off"
            value={row.points}
            onChange={(event) => set(i, { points: event.target.value.trim() })}
          />
          <button
            type="button"
            className="btn btn-ghost"
            aria-label={t('marking:rubric.remove', { n: i + 1 })}
            onClick={() => onChange(rows.filter((_, k) => k !== i))}
          >
            ✕
          </button>
        </div>
      ))}
      <button
        type="button"
        className="btn self-start btn-sm"
        disabled={rows.length >= MAX_CRITERIA}
        onClick={() => onChange([...rows, { text: '', points: '' }])}
      >
        {t('marking:rubric.add')}
      </button>
    </>
  );
}

/** Sum of the points that are numbers. */
export const sumOfPoints = (rows: CriterionDraft[]): number =>
  rows.reduce((all, { points }) => all + Math.round((Number(points) || 0) * 100), 0) / 100;

/** Whether each criterion has a text and points. */
export const areComplete = (rows: CriterionDraft[]): boolean =>
  rows.every(({ text, points }) => text.trim() !== '' && /^\d{1,4}(\.\d{1,2})?$/.test(points));
