import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { splitBlanks, type AnswerValue, type PaperItem } from './answer.ts';
import type { RejectReason } from './device-store.ts';
import { TEXT_DELAY, type Hall } from './hall.store.ts';

type Props = {
  question: PaperItem;
  number: number;
  answer: AnswerValue;
  flagged: boolean;
  disabled: boolean;
  /** Reason if the last answer was not accepted. */
  rejected: RejectReason | undefined;
  hall: Hall;
};

/** One question of any of the five types (spec section 3). */
export function QuestionCard({ question, number, answer, flagged, disabled, rejected, hall }: Props) {
  const t = useT();
  const set = (value: AnswerValue, delay = 0) => hall.answer(question.questionId, value, delay);
  return (
    <article className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-8">
      <div className="mb-4 flex flex-wrap items-center gap-2 text-sm text-muted">
        <span className="badge badge-soft badge-primary">{t(`enum:questionType.${question.type}`)}</span>
        <span>{t('exam:hall.worth', { score: question.score })}</span>
        <button
          type="button"
          className={`btn btn-ghost btn-sm ms-auto ${flagged ? 'text-warning' : ''}`}
          aria-pressed={flagged}
          disabled={disabled}
          onClick={() => hall.flag(question.questionId)}
        >
          <Icon name="flag" className="size-4" />
          {t(flagged ? 'exam:hall.unflag' : 'exam:hall.flag')}
        </button>
      </div>
      <fieldset disabled={disabled}>
        <legend className="mb-5 text-lg leading-relaxed font-medium whitespace-pre-line">
          <span className="me-2 tabular-nums">{number}.</span>
          {question.type === 'blank' ? splitBlanks(question.stem).join(' ____ ') : question.stem}
        </legend>
        <Input {...{ question, answer, set }} />
      </fieldset>
      {rejected && (
        <p role="alert" className="alert alert-warning mt-5">
          {t('exam:hall.rejected.here')} {t(`exam:rejected.${rejected}`)}
        </p>
      )}
    </article>
  );
}

type InputProps = { question: PaperItem; answer: AnswerValue; set: (value: AnswerValue, delay?: number) => void };

function Input({ question, answer, set }: InputProps) {
  const t = useT();
  switch (question.type) {
    case 'single':
      return (
        <Choices
          options={question.options.map(({ key, text }) => ({ key, value: key, text }))}
          isOn={(value) => answer === value}
          type="radio"
          name={question.questionId}
          onPick={(value) => set(value)}
        />
      );
    case 'judge':
      return (
        <Choices
          options={[
            { key: '✓', value: 'true', text: t('exam:hall.true') },
            { key: '✗', value: 'false', text: t('exam:hall.false') },
          ]}
          isOn={(value) => String(answer) === value}
          type="radio"
          name={question.questionId}
          onPick={(value) => set(value === 'true')}
        />
      );
    case 'multiple': {
      const picked = Array.isArray(answer) ? answer : [];
      const toggle = (key: string) =>
        // In the order of the paper, so that the same selection is always the same answer.
        question.options.map((option) => option.key).filter((k) => (k === key) !== picked.includes(k));
      return (
        <>
          <p className="mb-3 text-sm text-muted">{t('exam:hall.multipleHint')}</p>
          <Choices
            options={question.options.map(({ key, text }) => ({ key, value: key, text }))}
            isOn={(value) => picked.includes(value)}
            type="checkbox"
            name={question.questionId}
            onPick={(value) => set(toggle(value))}
          />
        </>
      );
    }
    case 'blank':
      return <Blanks {...{ question, answer, set }} />;
    case 'short':
      return (
        <textarea
          className="textarea min-h-48 w-full text-base leading-relaxed"
          aria-label={t('exam:hall.yourAnswer')}
          placeholder={t('exam:hall.shortPlaceholder')}
          maxLength={20_000}
          value={typeof answer === 'string' ? answer : ''}
          onChange={(event) => set(event.target.value, TEXT_DELAY)}
        />
      );
  }
}

type ChoicesProps = {
  options: { key: string; value: string; text: string }[];
  isOn: (value: string) => boolean;
  type: 'radio' | 'checkbox';
  name: string;
  onPick: (value: string) => void;
};

function Choices({ options, isOn, type, name, onPick }: ChoicesProps) {
  return (
    <div className="flex flex-col gap-3">
      {options.map(({ key, value, text }) => (
        <label
          key={value}
          className="flex cursor-pointer items-start gap-3 rounded-field border border-base-300 p-4 hover:border-primary has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
        >
          <input
            type={type}
            name={name}
            value={value}
            checked={isOn(value)}
            onChange={() => onPick(value)}
            className={`mt-0.5 ${type === 'radio' ? 'radio radio-sm radio-primary' : 'checkbox checkbox-sm checkbox-primary rounded-sm'}`}
          />
          <span className="font-medium" aria-hidden="true">
            {key}
          </span>
          <span className="leading-relaxed">{text}</span>
        </label>
      ))}
    </div>
  );
}

function Blanks({ question, answer, set }: InputProps) {
  const t = useT();
  const texts = Array.from({ length: question.blanks }, (_, i) => (Array.isArray(answer) ? (answer[i] ?? '') : ''));
  const started = texts.some((text) => text.trim() !== '');
  return (
    <ol className="flex flex-col gap-4">
      {texts.map((text, i) => {
        const missing = started && text.trim() === '';
        const hint = `${question.questionId}-${i}`;
        return (
          <li key={hint} className="flex flex-col gap-1">
            <label className={`input w-full text-base ${missing ? 'input-warning' : ''}`}>
              <span className="text-sm text-muted">{t('exam:hall.blank', { n: i + 1 })}</span>
              <input
                type="text"
                required
                maxLength={500}
                autoComplete="off"
                className="grow"
                value={text}
                aria-describedby={missing ? hint : undefined}
                onChange={(event) => set(texts.with(i, event.target.value), TEXT_DELAY)}
              />
            </label>
            {missing && (
              <p id={hint} className="text-sm text-warning">
                {t('exam:hall.blankRequired')}
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}
