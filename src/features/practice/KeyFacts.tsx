import { QuestionText } from '#src/components/QuestionText.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { answerText, type AnswerValue, type QuestionKey, type RunQuestion } from './answer.ts';

type Props = {
  question: Pick<RunQuestion, 'type' | 'options' | 'html'>;
  mine: AnswerValue;
  /** Null: withheld. */
  answerKey: Pick<QuestionKey, 'answer' | 'analysis' | 'keyHtml'> | null;
};

/** Own answer, right answer and explanation of a question. */
export function KeyFacts({ question, mine, answerKey }: Props) {
  const t = useT();
  const texts = { none: t('practice:run.none'), right: t('practice:run.true'), wrong: t('practice:run.false') };
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <dt className="text-sm text-muted">{t('practice:run.mine')}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{answerText(question, mine, texts)}</dd>
      {answerKey && (
        <>
          <dt className="text-sm text-muted">
            {t(question.type === 'short' ? 'practice:run.reference' : 'practice:run.answer')}
          </dt>
          <dd className="whitespace-pre-line text-success">
            <QuestionText text={answerText(question, answerKey.answer, texts)} html={answerKey.keyHtml.reference} />
          </dd>
        </>
      )}
      {answerKey?.analysis && (
        <>
          <dt className="text-sm text-muted">{t('practice:run.analysis')}</dt>
          <dd className="text-muted">
            <QuestionText text={answerKey.analysis} html={answerKey.keyHtml.analysis} />
          </dd>
        </>
      )}
    </dl>
  );
}

export default island(KeyFacts);
