import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateText } from '#src/lib/dates.ts';
import type { Column } from '../kit/table-columns.ts';
import type { MatrixPage, MatrixRow } from './matrix-list.ts';
import { StateMark } from './StateMark.tsx';

/** Whose state in which requirement is to be explained. */
export type Asked = { userId: string; requirementId: string };
type Props = {
  requirements: MatrixPage['requirements'];
  timeZone: string;
  hydrated: boolean;
  onAsk: (asked: Asked) => void;
};

/** Columns of the matrix: the person, and one for each requirement. */
export function useColumns({ requirements, timeZone, hydrated, onAsk }: Props): Column<MatrixRow, never>[] {
  const t = useT();
  const locale = useLocale();
  return [
    {
      id: 'person',
      title: t('requirement:matrixView.person'),
      isMain: true,
      cell: ({ userName, employeeNo, post }) => (
        <>
          <span className="font-medium">{userName}</span>
          <span className="block text-sm text-muted">{[employeeNo, post].filter(Boolean).join(' · ')}</span>
        </>
      ),
    },
    ...requirements.map(({ id, title }) => ({
      id,
      title,
      cell: ({ userId, userName, cells }: MatrixRow) => {
        const cell = cells.find(({ requirementId }) => requirementId === id);
        if (!cell)
          return (
            <span className="text-muted">
              <span aria-hidden="true">–</span>
              <span className="sr-only">{t('requirement:matrixView.none')}</span>
            </span>
          );
        const { state, date } = cell;
        return (
          <button
            type="button"
            className="matrix-cell"
            disabled={!hydrated}
            onClick={() => onAsk({ userId, requirementId: id })}
          >
            <span className="sr-only">{t('requirement:matrixView.cell', { name: userName, title })}</span>
            <StateMark state={state} />
            {date && <span className="text-xs text-muted tabular-nums">{dateText(date, timeZone, locale)}</span>}
          </button>
        );
      },
    })),
  ];
}
