import { useState } from 'react';
import { useAction } from '#src/client/use-action.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Question } from './play-rules.ts';
import type { Asking } from './use-questions.ts';

type Props = { question: Question; asking: Asking; onContinue: () => void };

/** A question over the paused video: options, then the solution with its explanation. */
export function QuestionOverlay({ question, asking, onContinue }: Props) {
  const t = useT();
  const [chosen, setChosen] = useState<string[]>([]);
  const [isAgain, setAgain] = useState(false);
  const { run: send, isPending: busy } = useAction(async () => {
    await asking.answer(question.id, chosen);
    setAgain(false);
  });
  const answer = isAgain ? null : question.answer;
  const options =
    question.kind === 'judge'
      ? ['T', 'F'].map((key) => ({ key, text: t(`study:question.judge.${key as 'T' | 'F'}`) }))
      : question.options;
  const done = () => {
    asking.close();
    onContinue();
  };
  const toggle = (key: string) =>
    setChosen((before) =>
      question.kind !== 'multiple'
        ? [key]
        : before.includes(key)
          ? before.filter((each) => each !== key)
          : [...before, key],
    );
  const keysOf = (keys: string[]) =>
    question.kind === 'judge'
      ? keys.map((key) => t(`study:question.judge.${key as 'T' | 'F'}`)).join()
      : keys.join(t('study:why.separator'));
  return (
    <div
      role="dialog"
      aria-label={t('study:question.label')}
      className="relative z-10 flex flex-col items-center overflow-y-auto bg-neutral-950/95 p-4 text-white sm:absolute sm:inset-0 sm:p-6"
    >
      <form
        className="my-auto flex w-full max-w-xl flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <fieldset className="flex flex-col gap-2" disabled={Boolean(answer) || busy}>
          <legend className="mb-3 text-base font-semibold whitespace-pre-line sm:text-lg">
            <span className="me-2 inline-flex align-middle text-sm font-normal text-white/70">
              {t(`study:question.kind.${question.kind}`)}
            </span>
            {question.stem}
          </legend>
          {options.map(({ key, text }, index) => (
            <label
              key={key}
              className="flex cursor-pointer items-start gap-3 rounded-field border border-white/25 px-3 py-2 text-sm has-checked:border-primary has-checked:bg-white/10"
            >
              <input
                type={question.kind === 'multiple' ? 'checkbox' : 'radio'}
                name={question.id}
                value={key}
                checked={(answer?.chosen ?? chosen).includes(key)}
                onChange={() => toggle(key)}
                autoFocus={index === 0}
                className={`mt-0.5 ${question.kind === 'multiple' ? 'checkbox checkbox-sm' : 'radio radio-sm'} border-white/60`}
              />
              <span className="grow">
                {question.kind !== 'judge' && <b className="me-2">{key}</b>}
                {text}
              </span>
              {answer?.rightKeys.includes(key) && <Icon name="check-circle" className="size-5 shrink-0 text-success" />}
            </label>
          ))}
        </fieldset>
        <div role="status" className="text-sm">
          {answer && (
            <>
              <p className={`font-semibold ${answer.isRight ? 'text-success' : 'text-warning'}`}>
                {answer.isRight
                  ? t('study:question.right')
                  : t('study:question.wrong', { keys: keysOf(answer.rightKeys) })}
              </p>
              {answer.explanation && <p className="mt-1 whitespace-pre-line text-white/85">{answer.explanation}</p>}
            </>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {answer ? (
            <>
              <button type="button" className="btn btn-primary btn-sm" autoFocus onClick={done}>
                {t('study:question.continue')}
              </button>
              {!answer.isRight && (
                <button
                  type="button"
                  className="btn btn-sm"
                  onClick={() => {
                    setChosen([]);
                    setAgain(true);
                  }}
                >
                  {t('study:question.again')}
                </button>
              )}
            </>
          ) : (
            <>
              <button
                type="submit"
                className="btn btn-primary btn-sm disabled:bg-white/15 disabled:text-white/60"
                disabled={busy || chosen.length === 0}
              >
                {t('study:question.submit')}
              </button>
              {!question.required && (
                <button type="button" className="btn btn-sm" onClick={done}>
                  {t('study:question.skip')}
                </button>
              )}
            </>
          )}
        </div>
      </form>
    </div>
  );
}
