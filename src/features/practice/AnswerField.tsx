import { QuestionText } from '#src/components/QuestionText.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { AnswerValue, RunQuestion } from './answer.ts';

type Props = {
  question: RunQuestion;
  answer: AnswerValue;
  disabled: boolean;
  onChange: (answer: AnswerValue) => void;
};

/** The input of one question of any type. */
export function AnswerField({ question, answer, disabled, onChange }: Props) {
  const t = useT();
  const { type, options, html } = question;
  if (type === 'single' || type === 'multiple') {
    const picked = [answer].flat();
    const pick = (key: string) =>
      onChange(
        type === 'single'
          ? key
          : options.map((option) => option.key).filter((each) => (each === key) !== picked.includes(each)),
      );
    return (
      <div className="flex flex-col gap-3">
        {type === 'multiple' && <p className="text-sm text-muted">{t('practice:run.multiple')}</p>}
        {options.map(({ key, text }) => (
          <Choice
            key={key}
            type={type === 'single' ? 'radio' : 'checkbox'}
            name={question.questionId}
            mark={key}
            isOn={picked.includes(key)}
            disabled={disabled}
            onPick={() => pick(key)}
          >
            <QuestionText text={text} html={html.options?.[key]} />
          </Choice>
        ))}
      </div>
    );
  }
  if (type === 'judge')
    return (
      <div className="flex flex-col gap-3">
        {[true, false].map((value) => (
          <Choice
            key={String(value)}
            type="radio"
            name={question.questionId}
            mark={value ? '✓' : '✗'}
            isOn={answer === value}
            disabled={disabled}
            onPick={() => onChange(value)}
          >
            {t(value ? 'practice:run.true' : 'practice:run.false')}
          </Choice>
        ))}
      </div>
    );
  if (type === 'blank') {
    const texts = Array.from({ length: question.blanks }, (_, i) => (Array.isArray(answer) ? (answer[i] ?? '') : ''));
    return (
      <ol className="flex flex-col gap-4">
        {texts.map((text, i) => (
          <li key={i}>
            <label className="input w-full text-base">
              <span className="text-sm text-muted">{t('practice:run.blank', { n: i + 1 })}</span>
              <input
                type="text"
                maxLength={500}
                autoComplete="off"
                className="grow"
                value={text}
                disabled={disabled}
                onChange={({ target }) => onChange(texts.with(i, target.value))}
              />
            </label>
          </li>
        ))}
      </ol>
    );
  }
  return (
    <textarea
      className="textarea min-h-40 w-full text-base leading-relaxed"
      aria-label={t('practice:run.yourAnswer')}
      maxLength={20_000}
      value={typeof answer === 'string' ? answer : ''}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

type ChoiceProps = {
  type: 'radio' | 'checkbox';
  name: string;
  /** Letter or sign before the text. */
  mark: string;
  isOn: boolean;
  disabled: boolean;
  onPick: () => void;
  children: React.ReactNode;
};

function Choice({ type, name, mark, isOn, disabled, onPick, children }: ChoiceProps) {
  const look = type === 'radio' ? 'radio radio-sm radio-primary' : 'checkbox checkbox-sm checkbox-primary rounded-sm';
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-field border border-base-300 p-4 hover:border-primary has-checked:border-primary has-checked:bg-primary-soft has-disabled:cursor-default has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary">
      <input
        type={type}
        name={name}
        checked={isOn}
        disabled={disabled}
        onChange={onPick}
        className={`mt-0.5 ${look}`}
      />
      <span className="font-medium" aria-hidden="true">
        {mark}
      </span>
      <span className="min-w-0 leading-relaxed">{children}</span>
    </label>
  );
}
