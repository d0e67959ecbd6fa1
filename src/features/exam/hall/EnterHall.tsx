import { useEffect, useState } from 'react';
import { useStore } from '@nanostores/react';
import { replaceAddress } from '#src/client/router.ts';
import { Icon } from '#src/components/Icon.tsx';
import { ErrorBoundary, island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { loginPath } from '#src/client/login-redirect.ts';
import { SignedOutNote } from '#src/components/SignedOutNote.tsx';
import { forgetStart, isStartRequested } from '../start-request.ts';
import type { AttemptView } from './answer.ts';
import { enterHall } from './enter-hall.ts';
import { createHall, type Hall } from './hall.store.ts';
import { watchSwitches } from './screen-switch.ts';
import { HallPaper } from './HallPaper.tsx';
import { endOf, HallReceipt } from './HallReceipt.tsx';

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

type ExamHallProps = { hall: Hall; view: AttemptView };

/** The exam hall: the paper, and the receipt in its place once it is submitted. */
function ExamHall({ hall, view }: ExamHallProps) {
  const t = useT();
  const locale = useLocale();
  const closed = useStore(hall.$closed);
  return (
    <>
      <p role="status" className="sr-only">
        {closed &&
          Object.values(endOf(t, closed, view.switchPolicy))
            .filter(Boolean)
            .join(' ')}
      </p>
      {closed ? <HallReceipt {...{ view, closed }} /> : <HallPaper {...{ hall, view }} />}
      <SignedOutNote
        ended={t('exam:hall.signedOut')}
        replaced={(name) => t('exam:hall.replaced', { name })}
        // In another tab: this one goes on by itself, and nobody takes the attempt over.
        signIn={loginPath(href(locale, '/home'))}
      />
    </>
  );
}

type HallFailedProps = { hall: Hall; onRetry: () => void };

/**
 * In place of an exam screen that could not be rendered. The hall is not part of what failed: answers are saved and the time runs
 * as before, and the end of the attempt shows the receipt.
 */
function HallFailed({ hall, onRetry }: HallFailedProps) {
  const t = useT();
  useEffect(() => hall.$closed.listen(onRetry), [hall, onRetry]);
  return (
    <div className="page flex min-h-dvh max-w-xl flex-col items-center justify-center gap-5 text-center">
      <h1 className="text-2xl font-semibold">{t('exam:hall.failed.title')}</h1>
      <p role="alert" className="alert alert-warning text-start">
        <Icon name="warning" />
        {t('exam:hall.failed.hint')}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <button type="button" className="btn btn-primary" onClick={onRetry}>
          {t('common:retry')}
        </button>
        <button type="button" className="btn btn-outline" onClick={() => location.reload()}>
          {t('exam:hall.failed.reload')}
        </button>
      </div>
    </div>
  );
}
