import { CriteriaRows, sumOfPoints } from '#src/components/CriteriaRows.tsx';
import { useT } from '#src/i18n/island.tsx';
import { FieldGroup, TextField } from '../kit/fields.tsx';
import type { Draft } from './draft.ts';

type Props = { draft: Draft; errors: Record<string, string>; onChange: (more: Partial<Draft>) => void };

/** The right answer, as far as it is not chosen at the options. */
export function AnswerFields({ draft, errors, onChange }: Props) {
  const t = useT();
  const error = errors['answer'];
  switch (draft.type) {
    case 'judge':
      return (
        <FieldGroup name="answer" label={t('bank:answer')} error={error} className="flex flex-wrap gap-4">
          {[true, false].map((value) => (
            <label key={String(value)} className="flex items-center gap-2">
              <input
                type="radio"
                className="radio radio-sm"
                checked={draft.isTrue === value}
                onChange={() => onChange({ isTrue: value })}
              />
              {t(value ? 'bank:isTrue' : 'bank:isFalse')}
            </label>
          ))}
        </FieldGroup>
      );
    case 'blank':
      return (
        <TextField
          name="answer"
          label={t('bank:blanks')}
          hint={t('bank:blanksHint')}
          rows={3}
          maxLength={20_000}
          value={draft.blanks}
          error={error}
          onChange={(blanks) => onChange({ blanks })}
        />
      );
    case 'short':
      return (
        <>
          <TextField
            name="answer"
            label={t('bank:reference')}
            hint={t('bank:referenceHint')}
            rows={3}
            maxLength={20_000}
            value={draft.reference}
            error={error}
            onChange={(reference) => onChange({ reference })}
          />
          <FieldGroup
            name="criteria"
            label={t('bank:criteria.title')}
            hint={t('bank:criteria.hint')}
            error={errors['criteria']}
            className="flex flex-col gap-3"
          >
            <CriteriaRows rows={draft.criteria} onChange={(criteria) => onChange({ criteria })} />
            {draft.criteria.length > 0 && (
              <p role="status" className="text-sm text-muted tabular-nums">
                {t('bank:criteria.sum', { sum: sumOfPoints(draft.criteria) })}
              </p>
            )}
          </FieldGroup>
        </>
      );
    default:
      return null;
  }
}
