import { CriteriaRows, sumOfPoints } from '#src/components/CriteriaRows.tsx';
import { FieldError } from '#src/components/FieldError.tsx';
import { TextArea } from '#src/components/TextArea.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Draft } from './draft.ts';

type Props = { draft: Draft; errors: Record<string, string>; onChange: (more: Partial<Draft>) => void };

/** The right answer, as far as it is not chosen at the options. */
export function AnswerFields({ draft, errors, onChange }: Props) {
  const t = useT();
  const error = errors['answer'];
  switch (draft.type) {
    case 'judge':
      return (
        <fieldset className="flex flex-wrap gap-4">
          <legend className="mb-1.5 text-sm font-medium">{t('bank:answer')}</legend>
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
        </fieldset>
      );
    case 'blank':
      return (
        <TextArea
          label={t('bank:blanks')}
          hint={t('bank:blanksHint')}
          value={draft.blanks}
          error={error}
          onChange={(event) => onChange({ blanks: event.target.value })}
        />
      );
    case 'short':
      return (
        <>
          <TextArea
            label={t('bank:reference')}
            hint={t('bank:referenceHint')}
            maxLength={20_000}
            value={draft.reference}
            error={error}
            onChange={(event) => onChange({ reference: event.target.value })}
          />
          <fieldset className="flex flex-col gap-3">
            <legend className="mb-1.5 text-sm font-medium">{t('bank:criteria.title')}</legend>
            <p className="text-sm text-muted">{t('bank:criteria.hint')}</p>
            <CriteriaRows rows={draft.criteria} onChange={(criteria) => onChange({ criteria })} />
            {draft.criteria.length > 0 && (
              <p role="status" className="text-sm text-muted tabular-nums">
                {t('bank:criteria.sum', { sum: sumOfPoints(draft.criteria) })}
              </p>
            )}
            {errors['criteria'] && <FieldError id="criteria-error" text={errors['criteria']} />}
          </fieldset>
        </>
      );
    default:
      return error ? <FieldError id="answer-error" text={error} /> : null;
  }
}
