import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useCall } from '#src/client/query.ts';
import { useKept } from '#src/features/editor/use-kept.ts';
import { useT } from '#src/i18n/island.tsx';
import { isMark } from './is-mark.ts';

type Answer = NonNullable<Data<'POST /exam/auth/exam/marking/answer/open'>['answer']>;
export type NewMark = { score?: number; points?: number[]; remark?: string; equal?: boolean };
type Typed = { texts: string[]; remark: string };
type Props = {
  answer: Answer;
  busy: boolean;
  /** Why the mark was not stored, or that the answer is no longer held; empty: neither. */
  alert: string;
  /** @returns whether the mark was stored */
  onSave: (mark: NewMark) => Promise<boolean>;
  onType: () => void;
  /** Gives the answer back and opens the next one. */
  onSkip: () => void;
};

/**
 * Mark and remark of one answer, kept on this device until they are stored. Digits, Enter and arrow down suffice: the first
 * field has the focus, and Enter goes to the first one that is missing.
 */
export function MarkForm({ answer, busy, alert, onSave, onType, onSkip }: Props) {
  const t = useT();
  const { attemptId, questionId, criteria, score: most, step } = answer;
  const maxima = criteria.length ? criteria.map(({ points }) => points) : [most];
  const { value, isRestored, change, forget } = useKept<Typed>(['mark', attemptId, questionId].join(':'), {
    texts: maxima.map(() => ''),
    remark: '',
  });
  const { remark } = value;
  // Criteria may have changed since.
  const texts = maxima.map((_, i) => value.texts[i] ?? '');
  const [isTried, setTried] = useState(false);
  const [equal, setEqual] = useState(false);
  const same = useCall('GET /exam/auth/exam/marking/answer/equal', { attemptId, questionId }).data;
  const fields = useRef<(HTMLInputElement | null)[]>([]);
  useEffect(() => fields.current[0]?.focus({ preventScroll: true }), []);

  const isRight = texts.map((text, i) => isMark(text, maxima[i]!, step));
  const sum = texts.reduce((all, text) => all + Math.round(Number(text || 0) * 100), 0) / 100;
  const type = (typed: Typed) => {
    change(typed);
    onType();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = isRight.indexOf(false);
    if (missing >= 0) {
      // The next empty field is no mistake yet.
      if (texts[missing] !== '' || !texts.some((text) => text !== '')) setTried(true);
      return fields.current[missing]?.focus();
    }
    if (busy || sum > most) return;
    const points = texts.map(Number);
    const mark = { ...(criteria.length ? { points } : { score: points[0]! }), ...(remark ? { remark } : {}), equal };
    if (await onSave(mark)) await forget();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || busy) return;
    event.preventDefault();
    onSkip();
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void submit(event)} onKeyDown={onKeyDown}>
      {criteria.length > 0 && <h3 className="text-sm text-muted">{t('marking:queue.rubric')}</h3>}
      <div className={criteria.length ? 'flex flex-col gap-4' : 'grid gap-4 sm:grid-cols-[10rem_1fr]'}>
        {texts.map((text, i) => (
          <FormField
            key={i}
            ref={(field) => void (fields.current[i] = field)}
            className="max-w-md"
            label={t('marking:scoreOf', { name: criteria[i]?.text ?? t('marking:score'), score: maxima[i]! })}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            error={
              (isTried || text !== '') && !isRight[i] ? t('marking:queue.range', { most: maxima[i]!, step }) : undefined
            }
            onChange={({ target }) =>
              type({ texts: texts.map((each, k) => (k === i ? target.value.trim() : each)), remark })
            }
          />
        ))}
        <FormField
          label={t('marking:remark')}
          maxLength={1000}
          autoComplete="off"
          value={remark}
          onChange={({ target }) => type({ texts, remark: target.value })}
        />
      </div>
      {criteria.length > 0 && (
        <p role="status" className={sum > most ? 'text-error' : 'font-medium'}>
          {t('marking:queue.sum', { sum, most })}
        </p>
      )}
      {same && same.count > 0 && (
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox"
            checked={equal}
            onChange={({ target }) => setEqual(target.checked)}
          />
          {t(same.isMore ? 'marking:queue.equalMore' : 'marking:queue.equal', { count: same.count })}
        </label>
      )}
      <FormAlert text={alert} />
      {isRestored && !alert && (
        <p role="status" className="text-sm text-muted">
          {t('marking:kept')}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <button type="submit" className="btn btn-primary" disabled={busy}>
          {t('marking:queue.saveNext')}
        </button>
        <button type="button" className="btn" disabled={busy} onClick={onSkip}>
          {t('marking:queue.skip')}
        </button>
        <p className="text-sm text-muted">{t('marking:queue.keys')}</p>
      </div>
    </form>
  );
}
