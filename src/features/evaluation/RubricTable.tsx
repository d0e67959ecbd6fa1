import { useT } from '#src/i18n/island.tsx';
import type { Evaluation, Rubric } from './evaluation.ts';

type Props = { rubric: Rubric; assessments?: Evaluation['assessments']; showPass: boolean };

/** The criteria with their weights, and the scores that have been given. */
export function RubricTable({ rubric, assessments = [], showPass }: Props) {
  const t = useT();
  const given = assessments.filter(({ score }) => score !== null);
  return (
    <section aria-label={t('evaluation:rubric.label')} className="flex flex-col gap-3">
      <h3 className="font-medium">
        {rubric.title}
        {showPass && (
          <span className="ms-2 text-sm font-normal text-muted">
            {t('evaluation:rubric.passMark', { points: rubric.passMark })}
          </span>
        )}
      </h3>
      <ul className="divide-y divide-base-300 rounded-box border border-base-300">
        {rubric.criteria.map((criterion) => (
          <li key={criterion.code} className="flex flex-col gap-2 p-4">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-medium">{criterion.title}</span>
              <span className="text-sm text-muted tabular-nums">
                {t('evaluation:rubric.weight', { percent: criterion.weight })}
              </span>
            </p>
            <p className="text-sm text-muted">{criterion.description}</p>
            {criterion.levels.length > 0 && given.length === 0 && (
              <ul className="flex flex-col gap-1 text-sm">
                {criterion.levels.map((level) => (
                  <li key={level.points}>
                    <span className="inline-block w-10 text-muted tabular-nums">{level.points}</span>
                    {level.title}
                    {level.description && <span className="text-muted"> · {level.description}</span>}
                  </li>
                ))}
              </ul>
            )}
            {given.map(({ userId, userName, role, scores }) => (
              <p key={userId} className="text-sm break-words">
                <span className="text-muted">{role === 'self' ? t('evaluation:self') : userName}</span>{' '}
                <span className="font-medium tabular-nums">
                  {t('evaluation:points', { points: scores[criterion.code]?.points ?? '–' })}
                </span>
                {scores[criterion.code]?.comment && ` · ${scores[criterion.code]!.comment}`}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {given.map(({ userId, userName, role, score, comment }) => (
        <p key={userId} className="break-words">
          <span className="text-muted">{role === 'self' ? t('evaluation:self') : userName}</span>{' '}
          <strong className="tabular-nums">{t('evaluation:points', { points: score! })}</strong>
          {comment && <span className="block text-sm whitespace-pre-line">{comment}</span>}
        </p>
      ))}
    </section>
  );
}
