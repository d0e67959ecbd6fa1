import { useId } from 'react';
import { FieldError } from '#src/components/FieldError.tsx';
import { useT } from '#src/i18n/island.tsx';
import { type Question, textLimit } from '#src/contract/rules/questionnaire.ts';
import { MatrixField } from './MatrixField.tsx';
import { OptionField, type FieldProps } from './OptionField.tsx';

type Props = FieldProps & { error: string | undefined; fieldset: (element: HTMLFieldSetElement | null) => void };

/** One question of any kind with its hint and error. */
export function QuestionField({ question, answer, error, onChange, fieldset }: Props) {
  const t = useT();
  const id = useId();
  const hint = [question.hint, choiceHint(t, question)].filter(Boolean).join(' ');
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const isAnswered =
    question.kind !== 'text' && Boolean(answer?.chosen?.length || answer?.rows?.length || answer?.value !== undefined);
  return (
    <fieldset
      ref={fieldset}
      tabIndex={-1}
      aria-describedby={about || undefined}
      className="flex min-w-0 scroll-mt-24 flex-col gap-3 focus:outline-none"
    >
      <legend className="mb-3 leading-relaxed font-medium">
        {question.title}
        <span className={`ms-2 text-sm font-normal ${question.required ? 'text-primary' : 'text-muted'}`}>
          {t(question.required ? 'questionnaire:form.required' : 'questionnaire:form.optional')}
        </span>
      </legend>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <Input {...{ question, answer, onChange }} />
      {isAnswered && !question.required && (
        <button type="button" className="btn btn-ghost btn-xs self-start font-normal" onClick={() => onChange({})}>
          {t('questionnaire:form.clear')}
        </button>
      )}
      {error && <FieldError id={`${id}-error`} text={error} />}
    </fieldset>
  );
}

function Input(props: FieldProps) {
  switch (props.question.kind) {
    case 'single':
    case 'several':
      return <OptionField {...props} />;
    case 'scale':
      return <ScaleField {...props} />;
    case 'matrix':
      return <MatrixField {...props} />;
    case 'text':
      return <TextField {...props} />;
  }
}

function TextField({ question, answer, onChange }: FieldProps) {
  const t = useT();
  const most = textLimit(question);
  const text = answer?.text ?? '';
  const shared = {
    'aria-label': question.title,
    maxLength: most,
    value: text,
    onChange: ({ target }: { target: { value: string } }) => onChange({ text: target.value }),
  };
  return (
    <div className="flex flex-col gap-1">
      {question.long ? (
        <textarea rows={4} className="textarea w-full text-base" {...shared} />
      ) : (
        <input type="text" autoComplete="off" className="input w-full text-base" {...shared} />
      )}
      <span aria-hidden="true" className="self-end text-xs text-muted tabular-nums">
        {t('questionnaire:form.characters', { used: text.length, most })}
      </span>
    </div>
  );
}

function choiceHint(t: ReturnType<typeof useT>, { kind, least, most, options, other }: Question): string {
  if (kind !== 'several') return '';
  const limits = { least: least ?? 1, most: most ?? options.length };
  const hasMost = most !== null && most < options.length + (other ? 1 : 0);
  if (limits.least > 1 && hasMost) return t('questionnaire:form.severalBetween', limits);
  if (hasMost) return t('questionnaire:form.severalMost', limits);
  return limits.least > 1 ? t('questionnaire:form.severalLeast', limits) : t('questionnaire:form.several');
}

/** The values of a scale in a row, with what its ends mean. */
function ScaleField({ question, answer, onChange }: FieldProps) {
  const name = useId();
  const least = question.least!;
  const values = Array.from({ length: question.most! - least + 1 }, (_, i) => least + i);
  return (
    <div className="flex max-w-xl flex-col gap-2">
      <div className="flex gap-1 sm:gap-2">
        {values.map((value) => (
          <label
            key={value}
            className="flex min-w-0 grow cursor-pointer flex-col items-center gap-2 rounded-field border border-base-300 py-3 text-sm tabular-nums hover:border-primary has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={answer?.value === value}
              onChange={() => onChange({ value })}
              className="radio radio-xs radio-primary sm:radio-sm"
            />
            {value}
          </label>
        ))}
      </div>
      {(question.leastLabel || question.mostLabel) && (
        <div className="flex justify-between gap-4 text-sm text-muted">
          <span>{question.leastLabel}</span>
          <span className="text-end">{question.mostLabel}</span>
        </div>
      )}
    </div>
  );
}
