import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import type { Data } from '#src/contract/calls.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { MarkQuestion, type Draft } from './MarkQuestion.tsx';

type Attempt = Data<'GET /exam/auth/exam/marking/view'>;
type Props = { attempt: Attempt; /** Moments as texts in the tenant's time zone. */ moments: Record<string, string> };

/** One paper's short answers, each with room for a mark and a remark. */
export default island<Props>(function MarkAttempt({ attempt, moments, locale }) {
  const t = useT();
  const markable = attempt.questions.filter((question) => !question.withheld);
  const readOnly = attempt.status === 'marked' || markable.length === 0;
  const [drafts, setDrafts] = useState<Record<string, Draft>>(() =>
    Object.fromEntries(
      attempt.questions.map(({ questionId, mark, remark }) => [
        questionId,
        { score: mark === null ? '' : String(mark), remark: remark ?? '' },
      ]),
    ),
  );
  const [saving, setSaving] = useState(false);
  const away = attempt.switches.reduce((sum, each) => sum + (each.dwellSeconds ?? 0), 0);

  const given = attempt.questions.filter((question) => drafts[question.questionId]!.score !== '');
  const wrong = given.some((question) => !isMark(drafts[question.questionId]!.score, question.score));

  async function save() {
    setSaving(true);
    try {
      const marks = given.map(({ questionId }) => {
        const { score, remark } = drafts[questionId]!;
        return { questionId, score: Number(score), remark };
      });
      const reply = await api('POST /exam/auth/exam/marking/save', { attemptId: attempt.attemptId, marks });
      notify(t(reply.status === 'marked' ? 'exam:marking.finished' : 'exam:marking.saved'), 'success');
      if (reply.status === 'marked') location.assign(href(locale, '/test/marking'));
      else setSaving(false);
    } catch {
      // The message bar has said why.
      setSaving(false);
    }
  }

  return (
    <>
      <header className="mt-2 mb-6">
        <h1 className="text-2xl font-semibold">{attempt.userName}</h1>
        <p className="mt-1 text-muted">
          {attempt.title} · {t('exam:start.attempt', { n: attempt.number })} · {moments[attempt.submittedAt]}
        </p>
        <p className="mt-1 text-sm text-muted">
          {t('exam:marking.objective', { score: attempt.objectiveScore })} ·{' '}
          {t('exam:start.pass', { total: attempt.totalScore, pass: attempt.passScore })}
        </p>
        {attempt.switches.length > 0 && (
          <p className="mt-1 text-sm text-warning">
            {t('exam:marking.switches', { count: attempt.switches.length, seconds: away })}
          </p>
        )}
        {attempt.own && (
          <p role="status" className="alert alert-warning mt-4">
            {t('exam:marking.own')}
          </p>
        )}
      </header>
      <ol className="flex flex-col gap-4">
        {attempt.questions.map((question, i) => (
          <MarkQuestion
            key={question.questionId}
            {...{ question, moments, readOnly }}
            own={attempt.own}
            number={i + 1}
            draft={drafts[question.questionId]!}
            error={
              drafts[question.questionId]!.score !== '' && !isMark(drafts[question.questionId]!.score, question.score)
            }
            onChange={(draft) => setDrafts({ ...drafts, [question.questionId]: draft })}
          />
        ))}
      </ol>
      {!readOnly && (
        <div className="mt-6 flex flex-wrap items-center gap-4">
          <button
            type="button"
            className="btn btn-primary"
            disabled={saving || wrong || given.length === 0}
            onClick={save}
          >
            {t(saving ? 'exam:marking.saving' : 'exam:marking.save')}
          </button>
          {given.length < attempt.questions.length && (
            <p className="text-sm text-muted">{t('exam:marking.required')}</p>
          )}
        </div>
      )}
    </>
  );
});

/** At most two decimals, from 0 to what the question is worth. */
function isMark(text: string, most: number): boolean {
  return /^\d{1,4}(\.\d{1,2})?$/.test(text) && Number(text) <= most;
}
