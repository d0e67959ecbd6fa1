import { type FormEvent, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import type { Data } from '#src/contract/calls.ts';
import { useKept } from '#src/features/editor/use-kept.ts';
import { island, useT } from '#src/i18n/island.tsx';

type Appeal = Data<'GET /exam/auth/user/exam/appeal/list'>['list'][number];
type Props = {
  attemptId: string;
  questionId: string;
  /** Position on the paper, from 1. */
  number: number;
  appeal: Appeal | null;
  /** Appeals that are left for this paper. */
  left: number;
};

/** A candidate's appeal against the mark of one question: the form, and its state afterwards. */
export default island<Props>(function AppealMark({ attemptId, questionId, number, appeal: first, left }) {
  const t = useT();
  const hydrated = useHydrated();
  const [appeal, setAppeal] = useState(first);
  const [isAsking, setAsking] = useState(false);
  const reason = useKept(['mark-appeal', attemptId, questionId].join(':'), '');
  const send = useAction(async () => {
    setAppeal(await api('POST /exam/auth/user/exam/appeal/save', { attemptId, questionId, reason: reason.value }));
    await reason.forget();
    notify(t('marking:appeal.made'), 'success');
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send.run();
  };
  const cancel = () => {
    setAsking(false);
    void reason.forget();
  };
  if (appeal)
    return (
      <div className="mt-4 border-t border-base-300 pt-3 text-sm">
        <p className="font-medium">{t(`marking:appeal.state.${appeal.state}`)}</p>
        <p className="mt-1 wrap-anywhere whitespace-pre-line text-muted">{appeal.reason}</p>
        {appeal.markAfter !== null && (
          <p className="mt-1">{t('marking:appeal.changed', { before: appeal.markBefore, after: appeal.markAfter })}</p>
        )}
        {appeal.answer && <p className="mt-1 wrap-anywhere whitespace-pre-line">{appeal.answer}</p>}
      </div>
    );
  if (left === 0) return null;
  if (!isAsking && !reason.isRestored)
    return (
      <button type="button" className="btn btn-sm btn-ghost mt-3" disabled={!hydrated} onClick={() => setAsking(true)}>
        {t('marking:appeal.open', { n: number })}
      </button>
    );
  return (
    <form className="mt-4 flex flex-col gap-3 border-t border-base-300 pt-3" onSubmit={submit}>
      <label className="flex flex-col gap-1.5 text-sm font-medium">
        {t('marking:appeal.why')}
        <textarea
          className="textarea w-full font-normal"
          required
          maxLength={1000}
          value={reason.value}
          onChange={(event) => reason.change(event.target.value)}
        />
      </label>
      <p className="text-sm text-muted">{t('marking:appeal.limit', { count: left })}</p>
      <div className="flex gap-3">
        <button
          type="submit"
          className="btn btn-sm btn-primary"
          disabled={send.isPending || reason.value.trim() === ''}
        >
          {t('marking:appeal.send')}
        </button>
        <button type="button" className="btn btn-sm" onClick={cancel}>
          {t('marking:appeal.cancel')}
        </button>
      </div>
    </form>
  );
});
