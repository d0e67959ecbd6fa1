import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useSignedIn } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { type AttemptView, unansweredNumbers } from './answer.ts';
import { AnswerSheet } from './AnswerSheet.tsx';
import './hall.css';
import type { Hall } from './hall.store.ts';
import { HallKeyboard } from './HallKeyboard.tsx';
import { HallMessages } from './HallMessages.tsx';
import { HallNotice } from './HallNotice.tsx';
import { BreakButton, BreakScreen, HallPaused } from './PausesAndBreaks.tsx';
import { HallTools } from './HallTools.tsx';
import { QuestionList } from './QuestionList.tsx';
import { SaveState } from './SaveState.tsx';
import { ScratchPad } from './ScratchPad.tsx';
import { useSectionLeft } from './SectionClock.tsx';
import { SubmitDialog } from './SubmitDialog.tsx';
import { TimeWarnings } from './TimeWarnings.tsx';
import { clockFace } from './exam-clock.ts';

type Props = { hall: Hall; view: AttemptView };

/** The questions, the answer sheet beside them, with clock and save state always visible. Hidden during breaks and pauses. */
export function HallPaper({ hall, view }: Props) {
  const t = useT();
  const signedIn = useSignedIn(true);
  const answers = useStore(hall.$answers);
  const flags = useStore(hall.$flags);
  const unsaved = useStore(hall.$unsaved);
  const { layout } = useStore(hall.choices.$choices);
  const phase = useStore(hall.$phase);
  const pausedAt = useStore(hall.$pausedAt);
  const rejected = useStore(hall.$rejected);
  const [current, setCurrent] = useState(0);
  const [moves, setMoves] = useState(0);
  const [noting, setNoting] = useState<string | null>(null);
  const [padOpen, setPadOpen] = useState(false);
  const [helpOpen, setHelpOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const [sheetOpen, setSheetOpen] = useState(false);

  const questions = view.questions;
  const question = questions[current];
  const sectionLeft = useSectionLeft(hall, question?.endsAt ?? null);
  // Opened during a break or a pause: the server has not sent the paper.
  useEffect(() => {
    if (phase === 'open' && !pausedAt && view.questions.length === 0) location.reload();
  }, [phase, pausedAt, view]);
  if (pausedAt) return <HallPaused hall={hall} title={view.title} />;
  if (phase === 'break' || !question) return <BreakScreen hall={hall} title={view.title} />;
  const missing = unansweredNumbers(questions, answers);
  const reasons = new Map(rejected.map(({ questionId, reason }) => [questionId, reason]));
  // Before this window is the writer, changes could neither be stored nor stamped, so input is disabled.
  const disabled = phase !== 'open';

  function go(index: number) {
    setCurrent(Math.min(questions.length - 1, Math.max(0, index)));
    setMoves(moves + 1);
    setSheetOpen(false);
  }

  const sheet = (
    <AnswerSheet
      {...{ questions, answers, flags, unsaved, current }}
      onGo={go}
      answered={questions.length - missing.length}
    />
  );

  return (
    <div className="flex min-h-dvh grow flex-col bg-base-200">
      <header className="sticky top-0 z-20 border-b border-base-300 bg-base-100">
        <div className="page flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <h1 className="min-w-0 flex-1 truncate text-base font-semibold max-sm:basis-full sm:text-lg">
            {view.trial && <span className="me-2 badge badge-warning">{t('exam:hall.trial')}</span>}
            {view.title}
          </h1>
          <SaveState hall={hall} />
          <BreakButton hall={hall} breakSeconds={view.breakSeconds} />
          <Countdown hall={hall} />
          <button
            type="button"
            className="btn btn-primary btn-sm max-sm:ms-auto sm:btn-md"
            disabled={disabled || !signedIn}
            onClick={() => setAsking(true)}
          >
            {t('exam:hall.submit')}
          </button>
        </div>
        <div className="page flex items-center gap-1 pb-1">
          <HallTools
            choices={hall.choices}
            questions={questions}
            isPadOpen={padOpen}
            onPad={() => setPadOpen(!padOpen)}
            onHelp={() => setHelpOpen(true)}
          />
          <button
            type="button"
            className="btn btn-outline btn-sm ms-auto border-base-300 bg-base-100 lg:hidden"
            aria-expanded={sheetOpen}
            onClick={() => setSheetOpen(!sheetOpen)}
          >
            <Icon name="grid" className="size-4" />
            {questions.length - missing.length}/{questions.length}
          </button>
        </div>
      </header>

      <HallNotice hall={hall} />
      <HallMessages hall={hall} />
      <TimeWarnings
        hall={hall}
        section={sectionLeft === null ? null : { title: question.section, secondsLeft: sectionLeft }}
      />
      <HallKeyboard
        {...{ hall, questions, current }}
        disabled={disabled || sectionLeft === 0}
        isHelpOpen={helpOpen}
        onHelp={setHelpOpen}
        onGo={go}
        onNote={() => setNoting(question.questionId)}
        onPad={() => setPadOpen(!padOpen)}
      />

      <div className="page grid w-full grow items-start gap-4 py-4 lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-6 lg:py-6">
        <QuestionList
          {...{ hall, questions, current, moves, disabled, noting }}
          largeType={view.largeType}
          onCurrent={setCurrent}
          onNote={setNoting}
        >
          {layout === 'one' && (
            <nav className="flex items-center justify-between gap-3" aria-label={t('exam:hall.moves')}>
              <button
                type="button"
                className="btn btn-outline border-base-300 bg-base-100"
                disabled={current === 0}
                onClick={() => go(current - 1)}
              >
                <Icon name="chevron-left" className="size-4" />
                {t('exam:hall.previous')}
              </button>
              <button
                type="button"
                className="btn btn-outline border-base-300 bg-base-100"
                disabled={current === questions.length - 1}
                onClick={() => go(current + 1)}
              >
                {t('exam:hall.next')}
                <Icon name="chevron-right" className="size-4" />
              </button>
            </nav>
          )}
        </QuestionList>

        <aside
          className="sticky top-32 hidden rounded-box border border-base-300 bg-base-100 p-5 lg:block"
          aria-label={t('exam:hall.sheet')}
        >
          {sheet}
        </aside>
      </div>

      {sheetOpen && (
        <div
          className="fixed inset-x-0 bottom-0 z-30 max-h-[70dvh] overflow-y-auto rounded-t-box border-t border-base-300 bg-base-100 p-5 hall-sheet shadow-xl lg:hidden"
          role="dialog"
          aria-label={t('exam:hall.sheet')}
        >
          <button
            type="button"
            className="btn btn-ghost btn-sm btn-square absolute end-3 top-3"
            aria-label={t('common:close')}
            onClick={() => setSheetOpen(false)}
          >
            <Icon name="close" />
          </button>
          {sheet}
        </div>
      )}

      {padOpen && <ScratchPad choices={hall.choices} onClose={() => setPadOpen(false)} />}

      <SubmitDialog
        open={asking}
        missing={missing}
        rejected={questions.flatMap(({ questionId }, i) => (reasons.has(questionId) ? [i + 1] : []))}
        onClose={() => setAsking(false)}
        onGo={(number) => {
          setAsking(false);
          go(number - 1);
        }}
        onSubmit={() => {
          setAsking(false);
          void hall.submit('person');
        }}
      />
    </div>
  );
}

/** Seconds at which the remaining time is announced to screen readers, besides the warnings (TimeWarnings). */
const SPOKEN = [600, 30, 10];

/** Remaining time by the server's clock. */
function Countdown({ hall }: { hall: Hall }) {
  const t = useT();
  const seconds = useStore(hall.$secondsLeft);
  const tone = seconds <= 60 ? 'text-error' : seconds <= 300 ? 'text-warning' : '';
  return (
    <div className={`flex items-center gap-2 ${tone}`}>
      <Icon name="clock" className="size-5" />
      <span className="sr-only">{t('exam:hall.timeLeft')}</span>
      <time role="timer" className="text-lg font-semibold tabular-nums" data-testid="countdown">
        {clockFace(seconds)}
      </time>
      <span className="sr-only" aria-live="assertive">
        {SPOKEN.includes(seconds) ? t('exam:hall.timeLeftSpoken', { time: clockFace(seconds) }) : ''}
      </span>
    </div>
  );
}
