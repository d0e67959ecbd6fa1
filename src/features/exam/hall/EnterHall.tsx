import { useEffect, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { forgetStart, isStartRequested } from '../start-request.ts';
import type { AttemptView } from './answer.ts';
import { enterHall } from './enter-hall.ts';
import { ExamHall } from './ExamHall.tsx';

type Props = {
  title: string;
  examId: string;
  /** Null: an attempt is to be started. */
  attemptId: string | null;
};

/**
 * The page of the exam hall before it has the paper: gets it, as the only window that writes, and shows the hall. The time of a new
 * attempt runs from the moment at which the paper is here (decision 066).
 */
export default island<Props>(function EnterHall({ title, examId, attemptId, locale }) {
  const t = useT();
  const [view, setView] = useState<AttemptView | null>(null);
  const [state, setState] = useState<{ offline: boolean; refusal: string | null }>({ offline: false, refusal: null });

  useEffect(() => {
    if (!attemptId && !isStartRequested(examId)) {
      location.replace(href(locale, `/test/id?id=${examId}`));
      return;
    }
    const leaving = new AbortController();
    const onUnreachable = () => setState({ offline: true, refusal: null });
    const onWaiting = (message: string) => setState({ offline: false, refusal: message });
    enterHall({ examId, attemptId }, { signal: leaving.signal, onUnreachable, onWaiting }).then(
      (entered) => {
        if (!entered || leaving.signal.aborted) return;
        forgetStart();
        // A reload continues this attempt, or leads to its result.
        history.replaceState(history.state, '', href(locale, `/account/exam/${entered.attemptId}`));
        setView(entered);
      },
      (error: unknown) => setState({ offline: false, refusal: error instanceof Error ? error.message : String(error) }),
    );
    return () => leaving.abort();
  }, [attemptId, examId, locale]);

  if (view) return <ExamHall view={view} locale={locale} />;
  const { offline, refusal } = state;
  return (
    <div className="page flex min-h-dvh flex-col items-center justify-center gap-5 text-center">
      <h1 className="text-2xl font-semibold">{title}</h1>
      {refusal !== null ? (
        <>
          <p role="alert" className="alert alert-warning">
            <Icon name="warning" />
            {refusal}
          </p>
          <a className="btn btn-primary" href={href(locale, `/test/id?id=${examId}`)}>
            {t('exam:hall.entering.back')}
          </a>
        </>
      ) : (
        <>
          <span className="loading loading-spinner loading-lg text-primary" aria-hidden="true" />
          <p role="status" className="max-w-md text-muted">
            {offline
              ? t('exam:hall.connecting')
              : t(attemptId ? 'exam:hall.entering.again' : 'exam:hall.entering.first')}
          </p>
        </>
      )}
    </div>
  );
});
