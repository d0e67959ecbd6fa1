import { useId } from 'react';
import { useT } from '#src/i18n/island.tsx';
import { OTHER, OTHER_LENGTH, type Question, type Answer } from '#src/contract/rules/questionnaire.ts';

/** The options of a question: one, or several. */
export function OptionField({ question, answer, onChange }: FieldProps) {
  const t = useT();
  const name = useId();
  const isSingle = question.kind === 'single';
  const chosen = answer?.chosen ?? [];
  const options = question.other
    ? [...question.options, { code: OTHER, text: t('questionnaire:form.other') }]
    : question.options;
  const pick = (code: string) => {
    const picked = isSingle
      ? [code]
      : // In the order of the questionnaire, so that the same selection is always the same answer.
        options.map((option) => option.code).filter((each) => (each === code) !== chosen.includes(each));
    onChange({ ...answer, chosen: picked });
  };
  return (
    <div className="flex flex-col gap-2">
      {options.map(({ code, text }) => (
        <label
          key={code}
          className="flex cursor-pointer items-start gap-3 rounded-field border border-base-300 p-3 hover:border-primary has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
        >
          <input
            type={isSingle ? 'radio' : 'checkbox'}
            name={name}
            value={code}
            checked={chosen.includes(code)}
            onChange={() => pick(code)}
            className={`mt-0.5 ${isSingle ? 'radio radio-sm radio-primary' : 'checkbox checkbox-sm checkbox-primary rounded-sm'}`}
          />
          <span className="min-w-0 leading-relaxed break-words">{text}</span>
        </label>
      ))}
      <OtherText answer={answer} onChange={onChange} />
    </div>
  );
}

/** The text of the option `OTHER`, shown while it is chosen. */
function OtherText({ answer, onChange }: Pick<FieldProps, 'answer' | 'onChange'>) {
  const t = useT();
  if (!answer?.chosen?.includes(OTHER)) return null;
  return (
    <input
      type="text"
      autoComplete="off"
      className="input w-full text-base"
      aria-label={t('questionnaire:form.otherText')}
      placeholder={t('questionnaire:form.otherText')}
      maxLength={OTHER_LENGTH}
      value={answer.other ?? ''}
      onChange={(event) => onChange({ ...answer, other: event.target.value })}
    />
  );
}
export type FieldProps = { question: Question; answer: Answer | undefined; onChange: (answer: Answer) => void };
