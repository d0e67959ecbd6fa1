import { useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { QuestionText } from '#src/components/QuestionText.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { isGiven, type RunQuestion, type RunView } from './answer.ts';
import { AnswerField } from './AnswerField.tsx';
import { KeyFacts } from './KeyFacts.tsx';
import { QuestionNumbers, stateOf } from './QuestionNumbers.tsx';
import { useRun } from './use-run.ts';

type Props = { view: RunView };

/** A practice: one question at a time; its right answer is shown as soon as the own one was checked. */
export default island<Props>(function PracticeRun({ view, locale }) {
  const t = useT();
  const run = useRun(view);
  const { questions } = run;
  const [current, setCurrent] = useState(() => {
    const open = view.questions.findIndex(({ checked, withheld }) => !checked && !withheld);
    return Math.max(0, open);
  });
  const card = useRef<HTMLElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const check = useAction(run.check);
  const assess = useAction(run.assess);
  const finish = useAction(async () => {
    await api('POST /exam/auth/user/practice/finish', { id: view.id });
    location.reload();
  });
  const question = questions[current]!;
  const open = questions.filter(({ checked, withheld }) => !checked && !withheld).length;
  const answered = questions.filter(({ checked }) => checked).length;
  const right = questions.filter(({ key }) => key?.right).length;
  const isLast = current === questions.length - 1;

  function go(index: number) {
    setCurrent(index);
    card.current?.focus();
  }

  return (
    <div className="mx-auto grid max-w-5xl items-start gap-6 lg:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <header>
          <p className="text-sm text-muted">{t(`practice:run.${view.kind}`)}</p>
          <h1 className="text-2xl font-semibold">{view.title ?? t('practice:book.title')}</h1>
          <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted tabular-nums">
            <span>{t('practice:run.question', { n: current + 1, total: questions.length })}</span>
            <span>{t('practice:run.score', { answered, right })}</span>
            <span role="status">{t(`practice:run.${run.saveState}`)}</span>
          </p>
        </header>
        <article ref={card} tabIndex={-1} className="paper flex flex-col gap-5 p-5 sm:p-8" key={question.questionId}>
          <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <span className="badge badge-soft badge-primary">{t(`enum:questionType.${question.type}`)}</span>
            {question.topic && <span>{question.topic}</span>}
          </div>
          <fieldset disabled={!run.isReady || question.checked || question.withheld}>
            <legend className="mb-5 text-lg leading-relaxed font-medium">
              <QuestionText text={question.stem} html={question.html.stem} />
            </legend>
            <AnswerField
              question={question}
              answer={question.mine}
              disabled={!run.isReady || question.checked || question.withheld}
              onChange={(answer) => run.write(question.questionId, answer)}
            />
          </fieldset>
          {question.withheld && (
            <p role="status" className="alert alert-warning">
              {t('practice:run.withheld')}
            </p>
          )}
          <div aria-live="polite">
            {question.key && <Verdict question={question} onAssess={(was) => void assess.run(question, was)} />}
          </div>
          <div className="flex flex-wrap gap-3">
            {!question.checked && !question.withheld && (
              <button
                type="button"
                className="btn btn-primary"
                disabled={check.isPending || !run.isReady}
                onClick={() => void check.run(question)}
              >
                {t(isGiven(question.mine) ? 'practice:run.check' : 'practice:run.show')}
              </button>
            )}
            {!isLast && (
              <button
                type="button"
                className={`btn ${question.checked ? 'btn-primary' : 'btn-outline'}`}
                onClick={() => go(current + 1)}
              >
                {t('practice:run.next')}
                <Icon name="arrow-right" className="size-4" />
              </button>
            )}
            {current > 0 && (
              <button type="button" className="btn btn-ghost" onClick={() => go(current - 1)}>
                {t('practice:run.previous')}
              </button>
            )}
          </div>
        </article>
      </div>
      <aside className="paper flex flex-col gap-4 p-5">
        <QuestionNumbers questions={questions} current={current} onGo={go} />
        <button
          type="button"
          className={`btn ${open === 0 ? 'btn-primary' : 'btn-outline'}`}
          disabled={finish.isPending}
          onClick={() => (open === 0 ? void finish.run() : dialog.current?.showModal())}
        >
          {t('practice:run.finish')}
        </button>
        <a className="link text-center text-sm text-muted" href={href(locale, '/test/practice')}>
          {t('practice:run.later')}
        </a>
      </aside>
      <ConfirmDialog
        ref={dialog}
        title={t('practice:run.finishAsk')}
        text={t('practice:run.finishHint', { count: open })}
        action={t('practice:run.finishYes')}
        onConfirm={() => void finish.run()}
      />
    </div>
  );
});

const TONES = { right: 'alert-success', wrong: 'alert-error', checked: 'alert-info' } as const;

function Verdict({ question, onAssess }: { question: RunQuestion; onAssess: (right: boolean) => void }) {
  const t = useT();
  const state = stateOf(question) as keyof typeof TONES;
  return (
    <div className="flex flex-col gap-5">
      <div className={`alert alert-soft ${TONES[state]}`}>
        <Icon name={state === 'right' ? 'check-circle' : state === 'wrong' ? 'x-circle' : 'info'} className="size-5" />
        <span className="font-medium">{t(state === 'checked' ? 'practice:run.compare' : `practice:run.${state}`)}</span>
      </div>
      <KeyFacts question={question} mine={question.mine} answerKey={question.key} />
      {state === 'checked' && (
        <div className="flex flex-wrap gap-3">
          {(['right', 'wrong'] as const).map((each) => (
            <button key={each} type="button" className="btn btn-outline" onClick={() => onAssess(each === 'right')}>
              {t(`practice:run.assess.${each}`)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
