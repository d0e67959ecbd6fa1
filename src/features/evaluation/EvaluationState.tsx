import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { type Evaluation, stateKey } from './evaluation.ts';

/** State of an evaluation with its score and what happens next. */
export function EvaluationState({ evaluation, isSelf }: { evaluation: Evaluation; isSelf: boolean }) {
  const t = useT();
  const key = stateKey(evaluation);
  const icon = key === 'failed' ? 'x-circle' : evaluation.state === 'done' ? 'check-circle' : 'clock';
  const tone = key === 'failed' ? 'text-error' : evaluation.state === 'done' ? 'text-success' : 'text-primary';
  const assessors = evaluation.assessments.filter(
    ({ role, hasLeft, submittedAt }) => role === 'assessor' && !(hasLeft && submittedAt === null),
  );
  const names = assessors.map(({ userName }) => userName).join(t('evaluation:nameSeparator')) || t('evaluation:nobody');
  return (
    <div role="status" className="flex items-start gap-3">
      <Icon name={icon} className={`mt-0.5 size-6 ${tone}`} />
      <div className="min-w-0">
        <p className="font-medium">
          {t(`evaluation:state.${key}`)}
          {evaluation.score !== null && evaluation.state === 'done' && (
            <span className="ms-2 tabular-nums">{t('evaluation:points', { points: evaluation.score })}</span>
          )}
        </p>
        <p className="text-sm text-muted">{t(`evaluation:next.${isSelf ? 'self' : 'assessor'}.${key}`, { names })}</p>
      </div>
    </div>
  );
}
