import { useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { QuestionText } from '#src/components/QuestionText.tsx';
import type { Data } from '#src/contract/calls.ts';
import { Evidence } from '#src/features/exam/ExamEvidence.tsx';
import { LateAnswers } from '#src/features/exam/LateAnswers.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { inZone } from '#src/lib/dates.ts';
import { MarkForm, type NewMark } from './MarkForm.tsx';
import { MarkerNotes } from './MarkerNotes.tsx';
import { useHold } from './use-hold.ts';

type Opened = Data<'POST /exam/auth/exam/marking/answer/open'>;
type Props = {
  examId: string;
  /** Only answers to this question; null: all of the exam, one candidate after another. */
  questionId: string | null;
  /** IANA name of the tenant's time zone. */
  timeZone: string;
};

/** The marking queue: one answer at a time, each mark stored at once. */
export default island<Props>(function MarkQueue({ examId, questionId, timeZone, locale }) {
  const t = useT();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isAway, setAway] = useState(false);
  const [problem, setProblem] = useState('');
  const [showsSwitches, setShowsSwitches] = useState(false);
  const asked = { examId, ...(questionId ? { questionId } : {}) };
  const load = useAction(async (after?: { attemptId: string; questionId: string }) => {
    try {
      const next = await api('POST /exam/auth/exam/marking/answer/open', { ...asked, ...(after ? { after } : {}) });
      setOpened(next);
      setShowsSwitches(false);
      setProblem('');
      setAway(false);
    } catch (error) {
      setAway(true);
      throw error;
    }
  });
  const loadFirst = useRef(load.run);
  useEffect(() => void loadFirst.current(), []);
  const answer = opened?.answer ?? null;
  const hold = useHold(examId, answer);
  const skip = () => answer && load.run({ attemptId: answer.attemptId, questionId: answer.questionId });
  const [isSaving, setSaving] = useState(false);
  const save = async (mark: NewMark): Promise<boolean> => {
    const { attemptId, questionId } = answer!;
    setSaving(true);
    setProblem('');
    try {
      const input = { attemptId, questionId, ...mark };
      const { outcome, score, equalCount } = await api('POST /exam/auth/exam/marking/answer/save', input, {
        isShowErrTip: false,
      });
      const told = t(`marking:queue.outcome.${outcome}`, { score });
      notify(equalCount > 0 ? `${told} ${t('marking:queue.equalDone', { count: equalCount })}` : told, 'success');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const why = Object.values(error.fields).join(' · ') || error.message || t('common:operationFailed');
      setProblem(`${why}\n${t('marking:queue.notSaved')}`);
      return false;
    } finally {
      setSaving(false);
    }
    void load.run();
    return true;
  };

  if (!opened)
    return isAway ? (
      <div role="alert" className="paper flex flex-col items-start gap-3 p-6">
        <p>{t('common:operationFailed')}</p>
        <button type="button" className="btn" disabled={load.isPending} onClick={() => void load.run()}>
          {t('common:retry')}
        </button>
      </div>
    ) : (
      <p className="py-8 text-muted">{t('common:loading')}</p>
    );
  if (!answer)
    return (
      <p role="status" className="paper p-6">
        {t('marking:queue.nothing')}
      </p>
    );
  const busy = load.isPending || isSaving;
  const { attemptId, html, loggedCount, switchCount, awaySeconds } = answer;
  return (
    <article key={`${attemptId} ${answer.questionId}`} className="paper flex flex-col gap-5 p-5 sm:p-6">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm text-muted">
        <p>
          {answer.candidate
            ? [answer.candidate.userName, answer.candidate.department].filter(Boolean).join(' · ')
            : t('marking:blind')}
          {answer.round > 1 && ` · ${t(`marking:queue.round.${answer.round}`)}`}
        </p>
        <p role="status">
          {t('marking:queue.waiting', { count: opened.waitingCount })} ·{' '}
          {hold.state === 'held'
            ? t('marking:queue.heldUntil', { at: inZone(hold.until, timeZone).format('HH:mm') })
            : t(`marking:queue.hold.${hold.state}Short`)}
        </p>
      </header>
      <h2 className="font-medium text-wrap">
        {answer.number}. <QuestionText text={answer.stem} html={html.stem} />
      </h2>
      <div>
        <h3 className="text-sm text-muted">
          {t('marking:answer')}
          {answer.answerLang && ` · ${t(`exam:answeredIn.${answer.answerLang}`)}`}
        </h3>
        <p className="mt-1 rounded-field bg-base-200 p-4 wrap-anywhere whitespace-pre-wrap">
          {answer.answer || t('marking:nothing')}
        </p>
      </div>
      <LateAnswers {...{ timeZone, locale }} {...answer} />
      {loggedCount > 0 && (
        <details onToggle={(event) => setShowsSwitches(event.currentTarget.open)}>
          <summary className={`cursor-pointer text-sm ${switchCount > 0 ? 'text-warning' : 'text-muted'}`}>
            {switchCount > 0
              ? t('marking:switches', { count: switchCount, seconds: awaySeconds })
              : t('marking:switchesLogged', { count: loggedCount })}
          </summary>
          {showsSwitches && <Evidence {...{ attemptId, timeZone, locale }} hasPack={answer.candidate !== null} />}
        </details>
      )}
      <div>
        <h3 className="text-sm text-muted">{t('marking:reference')}</h3>
        <p className="mt-1 text-muted">
          <QuestionText text={answer.reference} html={html.reference} />
        </p>
        {answer.analysis && (
          <p className="mt-2 text-sm text-muted">
            <QuestionText text={answer.analysis} html={html.analysis} />
          </p>
        )}
      </div>
      {answer.earlier.length > 0 && (
        <div>
          <h3 className="text-sm text-muted">{t('marking:queue.earlier')}</h3>
          <ul className="mt-1 flex flex-col gap-1">
            {answer.earlier.map(({ score, remark }, i) => (
              <li key={i}>
                <span className="font-medium tabular-nums">{t('marking:queue.points', { count: score })}</span>
                {remark && ` · ${remark}`}
              </li>
            ))}
          </ul>
        </div>
      )}
      <MarkForm
        {...{ answer, busy }}
        alert={problem || (hold.state === 'held' ? '' : t(`marking:queue.hold.${hold.state}`))}
        onSave={save}
        onType={hold.touch}
        onSkip={() => void skip()}
      />
      <MarkerNotes
        key={answer.questionId}
        {...{ timeZone, locale }}
        questionId={answer.questionId}
        notes={answer.notes}
      />
    </article>
  );
});
