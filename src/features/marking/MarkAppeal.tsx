import { type FormEvent, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { FormField } from '#src/components/FormField.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useKept } from '#src/features/editor/use-kept.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import { isMark } from './is-mark.ts';

type Appeal = Data<'POST /exam/auth/exam/marking/appeal/page'>['list'][number];
type Props = { appeal: Appeal; timeZone: string };

/** An appeal against a mark, with the answer it is about and the form to answer it. */
export default island<Props>(function MarkAppeal({ appeal: first, timeZone, locale }) {
  const t = useT();
  const hydrated = useHydrated();
  const [appeal, setAppeal] = useState(first);
  const typed = useKept(`mark-appeal-answer:${first.id}`, { score: '', answer: '' });
  const { score, answer } = typed.value;
  const send = useAction(async (outcome: 'upheld' | 'declined') => {
    const more = outcome === 'upheld' ? { score: Number(score) } : {};
    const { state, markAfter } = await api('POST /exam/auth/exam/marking/appeal/answer', {
      ...{ id: appeal.id, outcome, answer },
      ...more,
    });
    await typed.forget();
    setAppeal({ ...appeal, state, markAfter, answer });
    notify(t('marking:appeal.sent'), 'success');
  });
  const isRight = isMark(score, appeal.score, appeal.step) && Number(score) !== appeal.markBefore;
  const canAnswer = appeal.state === 'waiting' && !appeal.own && appeal.reference !== null;
  const prevent = (event: FormEvent) => event.preventDefault();
  return (
    <article className="paper flex flex-col gap-3 p-5 sm:p-6">
      <p className="text-sm text-muted">
        {appeal.userName ?? t('marking:blind')} · {appeal.title} · {dateTimeText(appeal.gmtCreate, timeZone, locale)}
      </p>
      <h2 className="font-medium text-wrap whitespace-pre-line">
        {appeal.number}. {appeal.stem}
      </h2>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[8rem_1fr]">
        <dt className="text-sm text-muted">{t('marking:appeal.reason')}</dt>
        <dd className="wrap-anywhere whitespace-pre-line">{appeal.reason}</dd>
        <dt className="text-sm text-muted">{t('marking:answer')}</dt>
        <dd className="wrap-anywhere whitespace-pre-line">{appeal.given || t('marking:nothing')}</dd>
        {appeal.reference && (
          <>
            <dt className="text-sm text-muted">{t('marking:reference')}</dt>
            <dd className="whitespace-pre-line text-muted">{appeal.reference}</dd>
          </>
        )}
        <dt className="text-sm text-muted">{t('marking:appeal.mark')}</dt>
        <dd className="tabular-nums">
          {t('marking:appeal.of', { mark: appeal.markBefore, score: appeal.score })}
          {appeal.markAfter !== null && ` → ${appeal.markAfter}`}
        </dd>
        {appeal.remark && (
          <>
            <dt className="text-sm text-muted">{t('marking:appeal.remark')}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{appeal.remark}</dd>
          </>
        )}
        {appeal.answer && (
          <>
            <dt className="text-sm text-muted">{t(`marking:appeal.state.${appeal.state}`)}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{appeal.answer}</dd>
          </>
        )}
      </dl>
      {appeal.own && <p className="text-sm text-muted">{t('marking:appeal.own')}</p>}
      {canAnswer && (
        <form onSubmit={prevent}>
          <fieldset className="flex flex-col gap-3" disabled={!hydrated}>
            <label className="flex flex-col gap-1.5 text-sm font-medium">
              {t('marking:appeal.answer')}
              <textarea
                className="textarea w-full font-normal"
                maxLength={1000}
                value={answer}
                onChange={(event) => typed.change({ score, answer: event.target.value })}
              />
            </label>
            <FormField
              className="max-w-xs"
              label={t('marking:scoreOf', { name: t('marking:appeal.newMark'), score: appeal.score })}
              inputMode="decimal"
              autoComplete="off"
              value={score}
              error={
                score !== '' && !isRight
                  ? t('marking:appeal.range', { most: appeal.score, step: appeal.step })
                  : undefined
              }
              onChange={(event) => typed.change({ score: event.target.value.trim(), answer })}
            />
            {typed.isRestored && (
              <p role="status" className="text-sm text-muted">
                {t('marking:kept')}
              </p>
            )}
            <div className="flex flex-wrap gap-3">
              <button
                type="button"
                className="btn btn-primary"
                disabled={send.isPending || !isRight || answer.trim() === ''}
                onClick={() => send.run('upheld')}
              >
                {t('marking:appeal.uphold')}
              </button>
              <button
                type="button"
                className="btn"
                disabled={send.isPending || answer.trim() === ''}
                onClick={() => send.run('declined')}
              >
                {t('marking:appeal.decline')}
              </button>
            </div>
          </fieldset>
        </form>
      )}
    </article>
  );
});
