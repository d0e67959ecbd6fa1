import type { Data } from '#src/contract/calls.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { EvaluationState } from './EvaluationState.tsx';
import { RubricTable } from './RubricTable.tsx';

type Props = { assessments: Data<'GET /course/auth/evaluation/task/list'> };

/** The assessments of a task, for its learner: who assesses, the criteria, the scores. For Astro pages, without a client directive. */
export default island(function TaskAssessments({ assessments }: Props) {
  const t = useT();
  return (
    <div className="flex flex-col gap-8 p-4 sm:p-6">
      {assessments.map(({ formId, title, rubric, assessors, evaluation }) => (
        <section key={formId} aria-label={title} className="flex flex-col gap-4">
          {evaluation ? (
            <EvaluationState evaluation={evaluation} isSelf />
          ) : (
            <p className="text-sm text-muted">
              {t('evaluation:intro.assessment', {
                names: assessors.join(t('evaluation:nameSeparator')) || t('evaluation:nobody'),
              })}
            </p>
          )}
          <RubricTable rubric={rubric} assessments={evaluation?.assessments} showPass={false} />
        </section>
      ))}
    </div>
  );
});
