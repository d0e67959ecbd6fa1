import { useT } from '#src/i18n/island.tsx';
import type { RunQuestion } from './answer.ts';

type State = 'open' | 'right' | 'wrong' | 'checked' | 'withheld';
const TONES: Record<State, string> = {
  open: 'btn-outline border-base-300',
  right: 'btn-soft btn-success',
  wrong: 'btn-soft btn-error',
  checked: 'btn-soft btn-info',
  withheld: 'btn-outline border-base-300 text-muted line-through',
};

/** `checked`: a short answer that its author has not assessed. */
export function stateOf({ checked, withheld, key }: RunQuestion): State {
  if (withheld) return 'withheld';
  if (!checked) return 'open';
  return key?.right === null ? 'checked' : key?.right ? 'right' : 'wrong';
}

type Props = { questions: RunQuestion[]; current: number; onGo: (index: number) => void };

/** Every question as a number, with its state. */
export function QuestionNumbers({ questions, current, onGo }: Props) {
  const t = useT();
  return (
    <nav aria-label={t('practice:run.sheet')}>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-2">
        {questions.map((question, i) => {
          const state = stateOf(question);
          return (
            <li key={question.questionId}>
              <button
                type="button"
                onClick={() => onGo(i)}
                aria-current={i === current ? 'step' : undefined}
                aria-label={t('practice:run.number', { n: i + 1, state: t(`practice:run.state.${state}`) })}
                className={`btn btn-sm h-10 w-full px-0 tabular-nums ${TONES[state]} ${i === current ? 'outline-2 outline-offset-2 outline-primary' : ''}`}
              >
                {i + 1}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
