import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Pages } from '#src/components/Pages.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useKept } from '#src/features/editor/use-kept.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { Evidence } from './ExamEvidence.tsx';
import { type Draft, MarkQuestion, type ShortAnswer } from './MarkQuestion.tsx';

type Attempt = Data<'GET /exam/auth/exam/marking/view'>;
type Props = { attempt: Attempt; /** IANA name of the tenant's time zone. */ timeZone: string };

/** The short answers of one paper, page by page, each with mark and remark. */
export default island<Props>(function MarkAttempt({ attempt, timeZone, locale }) {
  const t = useT();
  const readOnly = attempt.own || attempt.status === 'marked';
  const hydrated = useHydrated();
  const [page, setPage] = useState(attempt.questions);
  // Marks of all opened pages, so that input survives paging and is saved together.
  const [opened, setOpened] = useState<Record<string, ShortAnswer>>(() => byId(attempt.questions.list));
  const drafts = useKept<Record<string, Draft>>(['marks', attempt.attemptId].join(':'), {});
  const changed = drafts.value;
  const [busy, setBusy] = useState<'turning' | 'saving' | null>(null);

  const draftOf = ({ questionId, mark, remark }: ShortAnswer): Draft =>
    changed[questionId] ?? { score: mark === null ? '' : String(mark), remark: remark ?? '' };
  const isWrong = (question: ShortAnswer) => {
    const { score } = draftOf(question);
    return score !== '' && !isMark(score, question.score);
  };
  const given = Object.values(opened).filter((question) => draftOf(question).score !== '');

  async function turnTo(pageCurrent: number) {
    setBusy('turning');
    try {
      const { attemptId } = attempt;
      const { questions } = await api('GET /exam/auth/exam/marking/view', { attemptId, pageCurrent });
      setPage(questions);
      setOpened((before) => ({ ...byId(questions.list), ...before }));
    } catch {
      // The error was shown as a toast; this page stays.
    }
    setBusy(null);
  }

  async function save() {
    setBusy('saving');
    try {
      const marks = given.map((question) => {
        const { score, remark } = draftOf(question);
        return { questionId: question.questionId, score: Number(score), remark };
      });
      const reply = await api('POST /exam/auth/exam/marking/save', { attemptId: attempt.attemptId, marks });
      await drafts.forget();
      notify(t(reply.status === 'marked' ? 'marking:finished' : 'marking:saved'), 'success');
      if (reply.status === 'marked') location.assign(href(locale, '/test/marking'));
      else setBusy(null);
    } catch {
      // The error was shown as a toast.
      setBusy(null);
    }
  }

  return (
    <>
      <header className="mt-2 mb-6">
        <h1 className="text-2xl font-semibold">{attempt.userName ?? t('marking:blind')}</h1>
        <p className="mt-1 text-muted">
          {[
            attempt.title,
            ...(attempt.number === null ? [] : [t('exam:start.attempt', { n: attempt.number })]),
            ...(attempt.submittedAt === null ? [] : [dateTimeText(attempt.submittedAt, timeZone, locale)]),
          ].join(' · ')}
        </p>
        <p className="mt-1 text-sm text-muted">
          {t('marking:objective', { score: attempt.objectiveScore })} ·{' '}
          {t('exam:start.pass', { total: attempt.totalScore, pass: attempt.passScore })}
        </p>
        {attempt.switchCount > 0 && (
          <p className="mt-1 text-sm text-warning">
            {t('marking:switches', { count: attempt.switchCount, seconds: attempt.awaySeconds })}
          </p>
        )}
        <RejectedAnswers rejected={attempt.rejected} />
        {attempt.own && (
          <p role="status" className="alert alert-warning mt-4">
            {t('marking:own')}
          </p>
        )}
      </header>
      <div className="mb-6">
        <Evidence attemptId={attempt.attemptId} {...{ timeZone, locale }} hasPack={attempt.userName !== null} />
      </div>
      <fieldset className="contents" disabled={!hydrated}>
        <ol className="flex flex-col gap-4">
          {page.list.map((question) => (
            <MarkQuestion
              key={question.questionId}
              {...{ question, timeZone, locale, readOnly }}
              attemptId={attempt.attemptId}
              own={attempt.own}
              draft={draftOf(question)}
              error={isWrong(question)}
              onChange={(draft) => drafts.change({ ...changed, [question.questionId]: draft })}
            />
          ))}
        </ol>
      </fieldset>
      <div className="mt-6">
        <Pages pageCurrent={page.pageCurrent} totalPage={page.totalPage} isBusy={busy !== null} onGo={turnTo} />
      </div>
      {!readOnly && Object.values(opened).some(({ withheld }) => !withheld) && (
        <div className="mt-6 flex flex-wrap items-center gap-4">
          <button
            type="button"
            className="btn btn-primary"
            disabled={busy !== null || given.length === 0 || given.some(isWrong)}
            onClick={save}
          >
            {t(busy === 'saving' ? 'marking:saving' : 'marking:save')}
          </button>
          {drafts.isRestored && (
            <p role="status" className="text-sm text-muted">
              {t('marking:kept')}
            </p>
          )}
          {given.length < attempt.shortCount && <p className="text-sm text-muted">{t('marking:required')}</p>}
        </div>
      )}
    </>
  );
});

function byId(questions: ShortAnswer[]): Record<string, ShortAnswer> {
  return Object.fromEntries(questions.map((question) => [question.questionId, question]));
}

/** At most two decimals, from 0 to the score of the question. */
function isMark(text: string, most: number): boolean {
  return /^\d{1,4}(\.\d{1,2})?$/.test(text) && Number(text) <= most;
}

type RejectedAnswersProps = { rejected: Data<'GET /exam/auth/exam/marking/view'>['rejected'] };

/** Evidence for the marker: which answers the server did not accept, why, and how often. */
function RejectedAnswers({ rejected }: RejectedAnswersProps) {
  const t = useT();
  if (rejected.length === 0) return null;
  return (
    <details className="mt-1 text-sm text-warning">
      <summary>{t('marking:rejected', { count: rejected.reduce((sum, { count }) => sum + count, 0) })}</summary>
      <ul className="mt-1 list-disc ps-5">
        {rejected.map(({ number, reason, count }) => (
          <li key={`${number} ${reason}`}>
            {number !== null && `${t('exam:hall.questionNumber', { n: number })} · `}
            {t(`exam:rejected.${reason}`)} × {count}
          </li>
        ))}
      </ul>
    </details>
  );
}
