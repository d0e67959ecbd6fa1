import { useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { type Evaluation, evaluationPath } from './evaluation.ts';
import { EvaluationState } from './EvaluationState.tsx';
import { EvaluationSteps } from './EvaluationSteps.tsx';
import { EvidenceList } from './EvidenceList.tsx';
import { NameAssessor } from './NameAssessor.tsx';

type Props = { given: Evaluation; viewerId: string; timeZone: string };

/** One evaluation: what was submitted beside the criteria. For its person, the assessors and the superior. */
export default island(function EvaluationScreen({
  given,
  viewerId,
  timeZone,
  locale,
}: Props & { locale: 'zh' | 'en' }) {
  const t = useT();
  const [evaluation, setEvaluation] = useState(given);
  const { title, userName, department, attempt, maxTries, kind, note } = evaluation;
  const isSelf = evaluation.userId === viewerId;
  const files = evaluation.evidence.filter(({ url }) => url);
  const back = isSelf
    ? evaluation.taskId
      ? `/account/task/${evaluation.taskId}`
      : `/watch/course?id=${evaluation.courseId}&resource=${evaluation.resourceId}`
    : evaluationPath();
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-6">
      <a href={href(locale, back)} className="flex items-center gap-1 self-start text-sm text-muted hover:text-primary">
        <Icon name="chevron-left" className="size-4" />
        {t(isSelf ? 'evaluation:screen.backSelf' : 'evaluation:screen.back')}
      </a>
      <header className="paper flex flex-col gap-4 p-4 sm:p-6">
        <div>
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <span className="badge badge-sm badge-soft badge-primary">{t(`enum:evaluationKind.${kind}`)}</span>
            <span className="text-muted">{evaluation.courseTitle ?? evaluation.taskTitle}</span>
            {maxTries > 1 && <span className="text-muted">{t('evaluation:attempt', { attempt, maxTries })}</span>}
          </p>
          <h1 className="mt-2 text-2xl font-semibold">{title}</h1>
          <p className="text-muted">{[userName, department].filter(Boolean).join(' · ')}</p>
        </div>
        <EvaluationState evaluation={evaluation} isSelf={isSelf} />
        {evaluation.actions.includes('name') && <NameAssessor id={evaluation.id} onDone={setEvaluation} />}
      </header>
      <div className={kind === 'practice' ? 'grid items-start gap-6 lg:grid-cols-2' : ''}>
        {kind === 'practice' && (
          <section className="paper flex flex-col gap-4 p-4 sm:p-6" aria-label={t('evaluation:handedIn')}>
            <h2 className="font-semibold">{t('evaluation:handedIn')}</h2>
            <p className="break-words whitespace-pre-line">{note}</p>
            {files.length > 0 ? (
              <EvidenceList files={files} />
            ) : (
              <p className="text-sm text-muted">{t('evaluation:evidence.none')}</p>
            )}
          </section>
        )}
        <section className="paper flex flex-col gap-6 p-4 sm:p-6" aria-label={t('evaluation:scores')}>
          <h2 className="font-semibold">{t('evaluation:scores')}</h2>
          <EvaluationSteps
            evaluation={evaluation}
            viewerId={viewerId}
            locale={locale}
            timeZone={timeZone}
            onDone={setEvaluation}
          />
        </section>
      </div>
    </div>
  );
});
