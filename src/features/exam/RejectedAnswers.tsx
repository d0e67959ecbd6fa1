import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';

type Props = { rejected: Data<'GET /exam/auth/exam/marking/view'>['rejected'] };

/** Evidence for the marker: which answers the server did not accept, why, and how often. */
export function RejectedAnswers({ rejected }: Props) {
  const t = useT();
  if (rejected.length === 0) return null;
  return (
    <details className="mt-1 text-sm text-warning">
      <summary>{t('marking:rejected', { count: rejected.reduce((sum, { count }) => sum + count, 0) })}</summary>
      <ul className="mt-1 list-disc ps-5">
        {rejected.map(({ number, reason, count }) => (
          <li key={`${number} ${reason}`}>
            {number !== null && `${t('exam:hall.questionNumber', { n: number })} · `}
            {t(`exam:rejected.${reason}`)} × {count}
          </li>
        ))}
      </ul>
    </details>
  );
}
