import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { isComplete, type AnswerValue, type PaperItem } from './answer.ts';

type Props = {
  questions: PaperItem[];
  answers: Record<string, AnswerValue>;
  flags: Record<string, boolean>;
  /** Questions with a change that is not on the server. */
  unsaved: ReadonlySet<string>;
  current: number;
  answered: number;
  onGo: (index: number) => void;
};

/** Every question as a number: answered or open, flagged, not saved; with what the marks mean. */
export function AnswerSheet({ questions, answers, flags, unsaved, current, answered, onGo }: Props) {
  const t = useT();
  const sections = [...new Set(questions.map((question) => question.section))];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-baseline justify-between gap-3 pe-10 lg:pe-0">
        <h2 className="font-semibold">{t('exam:hall.sheet')}</h2>
        <span className="text-sm text-muted tabular-nums">
          {t('exam:hall.answeredOf', { n: answered, total: questions.length })}
        </span>
      </div>
      {sections.map((section) => (
        <div key={section}>
          <h3 className="mb-2 text-sm text-muted">{section}</h3>
          <ol className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-2">
            {questions.map((question, i) => {
              if (question.section !== section) return null;
              const done = isComplete(question, answers[question.questionId]);
              const flagged = flags[question.questionId] ?? false;
              const isUnsaved = unsaved.has(question.questionId);
              const state = [
                t(done ? 'exam:hall.state.answered' : 'exam:hall.state.open'),
                flagged && t('exam:hall.state.flagged'),
                isUnsaved && t('exam:hall.state.unsaved'),
              ].filter(Boolean);
              return (
                <li key={question.questionId}>
                  <button
                    type="button"
                    onClick={() => onGo(i)}
                    aria-current={i === current ? 'step' : undefined}
                    aria-label={`${t('exam:hall.questionNumber', { n: i + 1 })} ${state.join(' ')}`}
                    className={`relative btn btn-sm h-10 w-full px-0 tabular-nums ${done ? 'btn-primary' : 'btn-outline border-base-300'} ${i === current ? 'outline-2 outline-offset-2 outline-primary' : ''}`}
                  >
                    {i + 1}
                    {flagged && (
                      <span className="absolute -end-1 -top-1 rounded-full bg-warning p-0.5 text-warning-content">
                        <Icon name="flag" className="size-3" />
                      </span>
                    )}
                    {isUnsaved && (
                      <span className="absolute -end-1 -bottom-1 rounded-full bg-base-100 p-0.5 text-base-content">
                        <Icon name="upload" className="size-3" />
                      </span>
                    )}
                  </button>
                </li>
              );
            })}
          </ol>
        </div>
      ))}
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted" aria-label={t('exam:hall.legend')}>
        <li className="flex items-center gap-1.5">
          <span className="size-3 rounded-sm bg-primary" />
          {t('exam:hall.state.answered')}
        </li>
        <li className="flex items-center gap-1.5">
          <span className="size-3 rounded-sm border border-base-300" />
          {t('exam:hall.state.open')}
        </li>
        <li className="flex items-center gap-1.5">
          <Icon name="flag" className="size-3" />
          {t('exam:hall.state.flagged')}
        </li>
        <li className="flex items-center gap-1.5">
          <Icon name="upload" className="size-3" />
          {t('exam:hall.state.unsaved')}
        </li>
      </ul>
    </div>
  );
}
