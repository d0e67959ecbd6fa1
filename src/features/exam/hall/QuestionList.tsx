import { useStore } from '@nanostores/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { ErrorBoundary, useT } from '#src/i18n/island.tsx';
import type { PaperItem } from './answer.ts';
import type { Hall } from './hall.store.ts';
import { usePaperMedia } from './paper-media.ts';
import { QuestionCard } from './QuestionCard.tsx';
import { SectionClock } from './SectionClock.tsx';

type Question = PaperItem & { endsAt: string | null };
type Props = {
  hall: Hall;
  questions: Question[];
  current: number;
  /** Increases when the candidate goes to a question: the focus follows. */
  moves: number;
  disabled: boolean;
  largeType: boolean;
  /** The question whose note has been opened. */
  noting: string | null;
  onNote: (questionId: string | null) => void;
  /** The candidate works on another question of the page. */
  onCurrent: (index: number) => void;
  /** Below the question. */
  children: ReactNode;
};

/** The question that is shown, or all of them on one page, as the candidate has chosen. */
export function QuestionList({ hall, questions, current, moves, disabled, largeType, noting, ...more }: Props) {
  const t = useT();
  const { layout } = useStore(hall.choices.$choices);
  const answers = useStore(hall.$answers);
  const flags = useStore(hall.$flags);
  const rejected = useStore(hall.$rejected);
  // Changes every second: sections end.
  useStore(hall.$secondsLeft);
  const media = usePaperMedia(questions);
  const target = useRef<HTMLElement>(null);
  useEffect(() => {
    if (moves === 0) return;
    target.current?.focus({ preventScroll: true });
    // The focus alone leaves the beginning of a question that is higher than the window out of sight.
    target.current?.scrollIntoView({ block: 'start' });
  }, [moves]);
  const isAll = layout === 'all';
  const shown = questions.flatMap((question, i) => (isAll || i === current ? [{ question, i }] : []));
  return (
    <div className={`flex min-w-0 flex-col gap-4 ${largeType ? 'hall-large' : ''}`}>
      {shown.map(({ question, i }, at) => {
        const { questionId, section, endsAt } = question;
        const startsSection = shown[at - 1]?.question.section !== section;
        return (
          <section
            key={questionId}
            ref={i === current ? target : undefined}
            tabIndex={-1}
            aria-label={t('exam:hall.questionOf', { n: i + 1, total: questions.length })}
            className="min-w-0 scroll-mt-36 outline-none"
            onFocus={() => i !== current && more.onCurrent(i)}
          >
            {isAll && startsSection && <h2 className="mb-3 text-lg font-semibold">{section}</h2>}
            {endsAt && startsSection && <SectionClock {...{ hall, section, endsAt }} />}
            <ErrorBoundary>
              <QuestionCard
                {...{ question, hall, media }}
                disabled={disabled || hall.sectionLeft(endsAt) === 0}
                number={i + 1}
                answer={answers[questionId] ?? null}
                flagged={flags[questionId] ?? false}
                isNoting={noting === questionId}
                onNote={(isOpen) => more.onNote(isOpen ? questionId : null)}
                rejected={rejected.find((each) => each.questionId === questionId)?.reason}
              />
            </ErrorBoundary>
          </section>
        );
      })}
      {more.children}
    </div>
  );
}
