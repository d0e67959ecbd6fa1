import { useId } from 'react';
import { useT } from '#src/i18n/island.tsx';
import { FieldGroup, TextField } from '../../kit/fields.tsx';
import { type Draft, MODES, type Question } from './rule-draft.ts';

type Props = {
  question: Question;
  draft: Draft;
  /** By field of the call. */
  errors: Record<string, string>;
  onChange: (draft: Draft) => void;
};

/** How a question counts: by its papers, with another key, or void; and its score. */
export function RuleForm({ question, draft, errors, onChange }: Props) {
  const t = useT();
  const name = useId();
  const modes = MODES.filter((mode) => mode !== 'key' || question.type !== 'short');
  const error = (of: string) =>
    Object.entries(errors).find(([field]) => field === of || field.startsWith(`${of}.`))?.[1];
  const wrong = error('rule.key') ?? error('rule.void') ?? errors['rule'];
  return (
    <>
      <FieldGroup label={t('marking:regrade.how')} error={wrong} className="flex flex-col gap-3">
        {modes.map((mode) => (
          <label key={mode} className="flex items-start gap-3">
            <input
              type="radio"
              className="radio mt-0.5 radio-sm radio-primary"
              name={name}
              value={mode}
              checked={draft.mode === mode}
              onChange={() => onChange({ ...draft, mode })}
            />
            <span>
              {t(`marking:regrade.mode.${mode}`)}
              <span className="block text-sm text-muted">{t(`marking:regrade.modeHint.${mode}`)}</span>
            </span>
          </label>
        ))}
        {draft.mode === 'key' && <KeyFields {...{ question, draft, onChange }} />}
      </FieldGroup>
      <TextField
        className="max-w-lg"
        label={t('marking:regrade.score')}
        hint={t('marking:regrade.scoreHint', { score: question.score })}
        inputMode="decimal"
        maxLength={20}
        value={draft.score}
        error={error('rule.score')}
        onChange={(score) => onChange({ ...draft, score: score.trim() })}
      />
    </>
  );
}

function KeyFields({ question, draft, onChange }: Omit<Props, 'errors'>) {
  const t = useT();
  if (question.type === 'blank')
    return draft.blanks.map((text, i) => (
      <TextField
        key={i}
        label={t('marking:regrade.blank', { n: i + 1 })}
        hint={t('marking:regrade.blankHint')}
        rows={3}
        maxLength={5_000}
        value={text}
        onChange={(accepted) => onChange({ ...draft, blanks: draft.blanks.with(i, accepted) })}
      />
    ));
  const isJudge = question.type === 'judge';
  const options = isJudge ? ['true', 'false'] : question.options;
  const toggle = (text: string, isChosen: boolean) =>
    onChange({ ...draft, chosen: options.filter((each) => (each === text ? isChosen : draft.chosen.includes(each))) });
  return (
    <fieldset className="flex flex-col gap-2 border-s-2 border-base-300 ps-4">
      <legend className="sr-only">{t('marking:regrade.key')}</legend>
      {question.type === 'single' && <p className="text-sm text-muted">{t('marking:regrade.singleHint')}</p>}
      {options.map((text) => (
        <label key={text} className="flex items-start gap-3">
          <input
            type={isJudge ? 'radio' : 'checkbox'}
            className={isJudge ? 'radio mt-0.5 radio-sm' : 'checkbox mt-0.5 checkbox-sm rounded-sm'}
            checked={draft.chosen.includes(text)}
            onChange={(event) =>
              isJudge ? onChange({ ...draft, chosen: [text] }) : toggle(text, event.target.checked)
            }
          />
          <span className="min-w-0 break-words">{isJudge ? t(`marking:regrade.judge.${text}`) : text}</span>
        </label>
      ))}
    </fieldset>
  );
}
