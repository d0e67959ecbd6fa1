import { FormField } from '#src/components/FormField.tsx';
import { QuestionText } from '#src/components/QuestionText.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { LateAnswers } from './LateAnswers.tsx';

/** A mark as entered. */
export type Draft = { score: string; remark: string };

export type ShortAnswer = Data<'GET /exam/auth/exam/marking/view'>['questions']['list'][number];

type Props = {
  attemptId: string;
  question: ShortAnswer;
  timeZone: string;
  locale: Locale;
  readOnly: boolean;
  /** The viewer's own paper. */
  own: boolean;
  draft: Draft;
  /** Whether the mark is invalid: not a number, or more than the score of the question. */
  error: boolean;
  onChange: (draft: Draft) => void;
};

/** A short answer with its reference answer, late answers, and the mark. */
export function MarkQuestion({ attemptId, question, timeZone, locale, readOnly, own, draft, error, onChange }: Props) {
  const t = useT();
  return (
    <li className="paper flex flex-col gap-4 p-5 sm:p-6">
      <h2 className="font-medium text-wrap">
        {question.number}. <QuestionText text={question.stem} html={question.html.stem} />
      </h2>
      {(own || !question.withheld) && (
        <div>
          <h3 className="text-sm text-muted">
            {t('marking:answer')}
            {question.answerLang && ` · ${t(`exam:answeredIn.${question.answerLang}`)}`}
          </h3>
          <p className="mt-1 rounded-field bg-base-200 p-4 whitespace-pre-wrap">
            {question.answer || t('marking:nothing')}
          </p>
        </div>
      )}
      <LateAnswers
        {...{ attemptId, timeZone, locale }}
        questionId={question.questionId}
        lateCount={question.lateCount}
      />
      {question.withheld ? (
        !own && <p className="text-muted">{t('marking:withheld')}</p>
      ) : (
        <>
          <div>
            <h3 className="text-sm text-muted">{t('marking:reference')}</h3>
            <p className="mt-1 text-muted">
              <QuestionText text={question.reference ?? ''} html={question.html.reference} />
            </p>
          </div>
          <div className="grid gap-4 sm:grid-cols-[10rem_1fr]">
            <FormField
              label={t('marking:scoreOf', { name: t('marking:score'), score: question.score })}
              inputMode="decimal"
              autoComplete="off"
              readOnly={readOnly}
              value={draft.score}
              error={error ? t('marking:scoreRange', { score: question.score }) : undefined}
              onChange={(event) => onChange({ ...draft, score: event.target.value.trim() })}
            />
            <FormField
              label={t('marking:remark')}
              maxLength={1000}
              autoComplete="off"
              readOnly={readOnly}
              value={draft.remark}
              onChange={(event) => onChange({ ...draft, remark: event.target.value })}
            />
          </div>
        </>
      )}
    </li>
  );
}
