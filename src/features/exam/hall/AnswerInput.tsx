import { Icon } from '#src/components/Icon.tsx';
import { QuestionText } from '#src/components/QuestionText.tsx';
import { useT } from '#src/i18n/island.tsx';
import { optionValues, toggled, type AnswerValue, type PaperItem } from './answer.ts';
import { TEXT_DELAY } from './hall.store.ts';

type Props = {
  question: PaperItem;
  answer: AnswerValue;
  struck: string[];
  set: (value: AnswerValue, delay?: number) => void;
  onStrike: (value: string) => void;
};

/** The field or the options of a question of any of the five types. */
export function AnswerInput({ question, answer, struck, set, onStrike }: Props) {
  const t = useT();
  switch (question.type) {
    case 'single':
      return (
        <Choices
          {...{ question, struck, onStrike }}
          options={choicesOf(question)}
          isOn={(value) => answer === value}
          type="radio"
          onPick={(value) => set(value)}
        />
      );
    case 'judge': {
      const [yes, no] = optionValues(question);
      return (
        <Choices
          {...{ question, struck, onStrike }}
          options={[
            { key: '✓', value: yes!, text: t('exam:hall.true') },
            { key: '✗', value: no!, text: t('exam:hall.false') },
          ]}
          isOn={(value) => String(answer) === value}
          type="radio"
          onPick={(value) => set(value === 'true')}
        />
      );
    }
    case 'multiple': {
      return (
        <>
          <p className="mb-3 text-sm text-muted">{t('exam:hall.multipleHint')}</p>
          <Choices
            {...{ question, struck, onStrike }}
            options={choicesOf(question)}
            isOn={(value) => Array.isArray(answer) && answer.includes(value)}
            type="checkbox"
            onPick={(value) => set(toggled(question, answer, value))}
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

const choicesOf = ({ options, html }: PaperItem) =>
  options.map(({ key, text }) => ({ key, value: key, text, html: html.options?.[key] }));

type ChoicesProps = Pick<Props, 'question' | 'struck' | 'onStrike'> & {
  options: { key: string; value: string; text: string; html?: string | undefined }[];
  isOn: (value: string) => boolean;
  type: 'radio' | 'checkbox';
  onPick: (value: string) => void;
};

function Choices({ question, options, isOn, type, struck, onPick, onStrike }: ChoicesProps) {
  const t = useT();
  return (
    <div className="flex flex-col gap-3">
      {options.map(({ key, value, text, html }) => {
        const isStruck = struck.includes(value);
        const tone = isStruck ? 'border-dashed text-muted' : '';
        return (
          <div key={value} className="flex items-center gap-1">
            <label
              className={`flex min-w-0 grow cursor-pointer items-start gap-3 rounded-field border border-base-300 p-4 hover:border-primary has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary ${tone}`}
            >
              <input
                type={type}
                name={question.questionId}
                value={value}
                checked={isOn(value)}
                onChange={() => onPick(value)}
                className={`mt-0.5 ${type === 'radio' ? 'radio radio-sm radio-primary' : 'checkbox checkbox-sm checkbox-primary rounded-sm'}`}
              />
              {/* The letter is part of the name: keys choose by it, and an option may be a formula only. */}
              <span className="font-medium" aria-hidden={question.type === 'judge'}>
                {key}
              </span>
              <span className={`min-w-0 leading-relaxed ${isStruck ? 'line-through' : ''}`}>
                <QuestionText text={text} html={html} />
              </span>
              {isStruck && <span className="sr-only">{t('exam:hall.struck')}</span>}
            </label>
            <button
              type="button"
              className={`btn btn-ghost btn-sm btn-square ${isStruck ? 'text-error' : 'text-muted'}`}
              aria-pressed={isStruck}
              aria-label={t('exam:hall.strike', { option: question.type === 'judge' ? text : key })}
              title={t('exam:hall.strike', { option: question.type === 'judge' ? text : key })}
              onClick={() => onStrike(value)}
            >
              <Icon name="strike" className="size-4" />
            </button>
          </div>
        );
      })}
    </div>
  );
}

type BlanksProps = Pick<Props, 'question' | 'answer' | 'set'>;

function Blanks({ question, answer, set }: BlanksProps) {
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
