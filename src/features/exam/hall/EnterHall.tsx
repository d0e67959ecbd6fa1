import { replaceAddress } from '#src/client/router.ts';
import { useEffect, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { ErrorBoundary, island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { forgetStart, isStartRequested } from '../start-request.ts';
import type { AttemptView } from './answer.ts';
import { enterHall } from './enter-hall.ts';
import { ExamHall } from './ExamHall.tsx';
import { createHall, type Hall } from './hall.store.ts';
import { HallFailed } from './HallFailed.tsx';
import { watchSwitches } from './screen-switch.ts';

type Props = {
  title: string;
  examId: string;
  /** Null: an attempt is to be started. */
  attemptId: string | null;
};

type State = { offline: boolean; refusal: string | null };

/**
 * The page of the exam hall: gets the paper, as the only window that writes, and runs the hall until the page is left. The time of a
 * new attempt runs from the moment at which the paper is here (decision 066). The hall is started here and not by what shows it,
 * so that an error while the paper is rendered stops no saving.
 */
export default island<Props>(function EnterHall({ title, examId, attemptId, locale }) {
  const [entered, setEntered] = useState<{ view: AttemptView; hall: Hall } | null>(null);
  const [state, setState] = useState<State>({ offline: false, refusal: null });

  useEffect(() => {
    if (!attemptId && !isStartRequested(examId)) {
      location.replace(href(locale, `/test/id?id=${examId}`));
      return;
    }
    const leaving = new AbortController();
    const { signal } = leaving;
    const onUnreachable = () => setState({ offline: true, refusal: null });
    const onWaiting = (message: string) => setState({ offline: false, refusal: message });
    enterHall({ examId, attemptId }, { signal, onUnreachable, onWaiting }).then(
      (view) => {
        if (!view || signal.aborted) return;
        forgetStart();
        // A reload continues this attempt, or leads to its result.
        replaceAddress(href(locale, `/account/exam/${view.attemptId}`));
        const hall = createHall(view);
        for (const stop of [hall.run(), watchSwitches(hall)]) signal.addEventListener('abort', stop);
        setEntered({ view, hall });
      },
      (error: unknown) => setState({ offline: false, refusal: error instanceof Error ? error.message : String(error) }),
    );
    return () => leaving.abort();
  }, [attemptId, examId, locale]);

  if (!entered) return <Entering {...{ title, examId, state }} isAgain={attemptId !== null} />;
  return (
    <ErrorBoundary fallback={(retry) => <HallFailed hall={entered.hall} onRetry={retry} />}>
      <ExamHall {...entered} />
    </ErrorBoundary>
  );
});

type EnteringProps = { title: string; examId: string; state: State; isAgain: boolean };

/** What is shown until the paper is here. */
function Entering({ title, examId, state: { offline, refusal }, isAgain }: EnteringProps) {
  const t = useT();
  const locale = useLocale();
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
            {offline ? t('exam:hall.connecting') : t(isAgain ? 'exam:hall.entering.again' : 'exam:hall.entering.first')}
          </p>
        </>
      )}
    </div>
  );
}
