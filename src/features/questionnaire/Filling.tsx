import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import {
  type Answer,
  answerError,
  type Answers,
  checkAnswers,
  pageCount,
  shownPages,
  tidyAnswer,
} from '#src/contract/rules/questionnaire.ts';
import { QuestionField } from './QuestionField.tsx';

export type Draft = { answers: Answers; page: string };
type Props = {
  given: Data<'GET /course/auth/questionnaire/view'>;
  draft: Draft | null;
  /** Whether the last change is stored on this device. */
  isKept: boolean;
  keep: (draft: Draft) => void;
  forget: () => Promise<void>;
  /** Submits the answers to the questions that are shown. */
  send: (answers: Answers) => Promise<unknown>;
  onSubmitted: () => void;
};

/** The pages of a questionnaire, one at a time. Branches open and close while the person answers. */
export function Filling({ given, draft, isKept, keep, forget, send, onSubmitted }: Props) {
  const t = useT();
  const { title, introduction, anonymous, pages } = given;
  const [answers, setAnswers] = useState<Answers>(draft?.answers ?? {});
  const [pageCode, setPageCode] = useState(draft?.page ?? '');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [alert, setAlert] = useState('');
  const [isSending, setSending] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const fields = useRef(new Map<string, HTMLFieldSetElement>());
  /** What is focused after the next rendering: the first question with an error, or the heading of a page (empty). */
  const [focus, setFocus] = useState<{ question: string } | null>(null);
  useEffect(() => {
    if (focus) (focus.question ? fields.current.get(focus.question) : heading.current)?.focus();
  }, [focus]);

  const shown = shownPages(pages, answers);
  const at = Math.max(
    0,
    shown.findIndex(({ code }) => code === pageCode),
  );
  const page = shown[at]!;
  const isLast = at === shown.length - 1;
  const total = pageCount(pages, answers, page.code);
  const pageText = total.isCertain
    ? t('questionnaire:form.page', { page: at + 1, count: total.most })
    : t('questionnaire:form.pageOnly', { page: at + 1 });

  const change = (code: string, answer: Answer) => {
    const changed = { ...answers, [code]: answer };
    setAnswers(changed);
    setErrors(({ [code]: _, ...others }) => others);
    keep({ answers: changed, page: page.code });
  };
  const open = (code: string) => {
    setPageCode(code);
    setAlert('');
    setFocus({ question: '' });
    keep({ answers, page: code });
  };
  /** Shows errors by question, and the first page with one. */
  const showErrors = (found: Record<string, string>) => {
    setErrors(found);
    const wrong = shown.find(({ questions }) => questions.some(({ code }) => code in found));
    if (wrong) setPageCode(wrong.code);
    const first = wrong?.questions.find(({ code }) => code in found);
    if (first) setFocus({ question: first.code });
    setAlert(t('questionnaire:form.errors', { count: Object.keys(found).length }));
  };
  const pageErrors = () =>
    Object.fromEntries(
      page.questions.flatMap((question) => {
        const answer = answers[question.code];
        const error = answerError(question, answer ? tidyAnswer(question, answer) : null);
        return error ? [[question.code, t(`questionnaire:form.error.${error}`)]] : [];
      }),
    );

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending) return;
    const found = pageErrors();
    if (Object.keys(found).length > 0) return showErrors(found);
    if (!isLast) return open(shown[at + 1]!.code);
    const checked = checkAnswers(pages, answers);
    if (checked.errors.length > 0)
      return showErrors(
        Object.fromEntries(
          checked.errors.map(({ question, error }) => [question, t(`questionnaire:form.error.${error}`)]),
        ),
      );
    setSending(true);
    setAlert('');
    try {
      await send(checked.answers);
      await forget();
      onSubmitted();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (Object.keys(error.fields).length > 0) showErrors(error.fields);
      else setAlert(error.message || t('common:failedToLoad'));
      // Submitted in another tab, or replaced: the answer of the server says what is to be done.
      if (error.code === 409) onSubmitted();
    } finally {
      setSending(false);
    }
  };

  return (
    <form noValidate className="flex flex-col gap-6" onSubmit={(event) => void submit(event)}>
      {at === 0 && (
        <header className="flex flex-col gap-3">
          <h3 className="text-lg font-semibold">{title}</h3>
          {introduction && <p className="whitespace-pre-line text-muted">{introduction}</p>}
          <Privacy anonymous={anonymous} />
        </header>
      )}
      <div className="flex flex-col gap-2">
        <h4 ref={heading} tabIndex={-1} className="scroll-mt-24 font-semibold focus:outline-none">
          {page.title ?? title}
        </h4>
        {total.most > 1 && (
          <div className="flex items-center gap-3 text-sm text-muted">
            <progress
              className="progress progress-primary grow"
              value={at + 1}
              max={total.most}
              aria-label={pageText}
            />
            <span aria-hidden="true" className="whitespace-nowrap tabular-nums">
              {pageText}
            </span>
          </div>
        )}
        {page.introduction && <p className="whitespace-pre-line text-muted">{page.introduction}</p>}
      </div>
      {page.questions.map((question) => (
        <QuestionField
          key={question.code}
          question={question}
          answer={answers[question.code]}
          error={errors[question.code]}
          onChange={(answer) => change(question.code, answer)}
          fieldset={(element) => {
            if (element) fields.current.set(question.code, element);
            else fields.current.delete(question.code);
          }}
        />
      ))}
      <FormAlert text={alert} />
      <div className="flex flex-wrap items-center gap-3">
        {at > 0 && (
          <button type="button" className="btn" onClick={() => open(shown[at - 1]!.code)}>
            {t('questionnaire:form.back')}
          </button>
        )}
        <SubmitButton type="submit" aria-disabled={isSending}>
          {t(isLast ? 'questionnaire:form.submit' : 'questionnaire:form.next')}
        </SubmitButton>
        <span role="status" className="text-sm text-muted">
          {draft && answers === draft.answers
            ? t('questionnaire:form.restored')
            : isKept && Object.keys(answers).length > 0 && t('questionnaire:form.kept')}
        </span>
      </div>
    </form>
  );
}

/** What is stored about the person, in plain words, before they answer. */
function Privacy({ anonymous }: { anonymous: boolean }) {
  const t = useT();
  return (
    <div role="note" className="flex items-start gap-3 rounded-field bg-base-200 p-4 text-sm">
      <Icon name={anonymous ? 'shield' : 'user'} className="mt-0.5 size-5 shrink-0 text-primary" />
      <div className="flex flex-col gap-1">
        <p className="font-medium">
          {t(anonymous ? 'questionnaire:form.privacy.anonymousTitle' : 'questionnaire:form.privacy.namedTitle')}
        </p>
        <p>{t(anonymous ? 'questionnaire:form.privacy.anonymous' : 'questionnaire:form.privacy.named')}</p>
        <p className="text-muted">{t('questionnaire:form.privacy.device')}</p>
      </div>
    </div>
  );
}
