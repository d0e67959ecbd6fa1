import '#src/components/choice.css';
import { useCall } from '#src/client/query.ts';
import { followLink } from '#src/client/router.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { PEOPLE_KINDS, type PeopleKind } from '#src/contract/rules/people-import.ts';
import { useT } from '#src/i18n/island.tsx';
import { Table } from '../kit/Table.tsx';
import type { Column } from '../kit/table-columns.ts';
import { useList } from '../kit/use-list.ts';
import { type Import, OUTCOMES, type Row, rowPage, rowsOf } from './import-list.ts';

const TONES: Record<PeopleKind, string> = {
  new: 'badge-success',
  changed: 'badge-info',
  unchanged: 'badge-ghost',
  missing: 'badge-warning',
  wrong: 'badge-error',
};

type Props = { id: string; counts: NonNullable<Import['counts']>; search: string; isApplied: boolean };

/** The rows of a plan with what is done with each, and what came of it. */
export function ImportRows({ id, counts, search, isApplied }: Props) {
  const t = useT();
  const list = useList(rowsOf(id), search);
  const rows = useCall(...rowPage(id, list));
  const columns = useColumns(isApplied);
  const { kind: chosen } = list.filter;
  return (
    <section className="flex flex-col gap-3">
      <div
        className="flex flex-wrap gap-2"
        role="group"
        aria-label={t('people:import.kinds')}
        onClickCapture={followLink}
      >
        {PEOPLE_KINDS.map((kind) => (
          <a
            key={kind}
            className="choice"
            aria-current={chosen === kind ? 'true' : undefined}
            href={list.link({ filter: { ...list.filter, kind: chosen === kind ? undefined : kind } })}
          >
            {t(`people:import.kind.${kind}`)} <span className="tabular-nums">{counts[kind]}</span>
          </a>
        ))}
      </div>
      <Table
        label={t('people:import.rows')}
        list={list}
        query={rows}
        columns={columns}
        keyOf={({ number }) => String(number)}
        filters={
          isApplied
            ? [
                {
                  name: 'outcome',
                  label: t('people:import.result.outcome'),
                  options: OUTCOMES.map((each) => [each, t(`people:import.filter.${each}`)]),
                },
              ]
            : []
        }
        empty={<EmptyState icon="list" title={t('people:import.noRows')} />}
      />
    </section>
  );
}

function useColumns(isApplied: boolean): Column<Row, never>[] {
  const t = useT();
  return [
    {
      id: 'name',
      title: t('people:import.result.name'),
      isMain: true,
      cell: ({ name }) => <span className="font-medium">{name || '–'}</span>,
    },
    {
      id: 'line',
      title: t('people:import.result.line'),
      isNumber: true,
      cell: ({ line }) => line ?? '–',
    },
    {
      id: 'kind',
      title: t('people:import.result.kind'),
      cell: ({ kind }) => (
        <span className={`badge badge-sm badge-soft ${TONES[kind]}`}>{t(`people:import.kind.${kind}`)}</span>
      ),
    },
    { id: 'changes', title: t('people:import.result.changes'), cell: (row) => <Changes row={row} /> },
    ...(isApplied
      ? [{ id: 'outcome', title: t('people:import.result.outcome'), cell: (row: Row) => <Outcome row={row} /> }]
      : []),
  ];
}

/** The changes of a row field by field, or why it is wrong. */
function Changes({ row: { kind, changes, kept, reasons, outcome, note } }: { row: Row }) {
  const t = useT();
  const nothing = t('people:import.nothing');
  return (
    <ul className="flex min-w-0 flex-col gap-0.5 text-sm break-words">
      {reasons.map(({ field, heading, text }) => (
        <li key={`${field}${text}`} className="text-error">
          {heading && <span className="font-medium">{heading}: </span>}
          {text}
        </li>
      ))}
      {kind === 'new' && (
        <li>
          {changes
            .filter(isSaid)
            .map(({ field, after }) => `${t(`people:import.field.${field}`)} ${after}`)
            .join(' · ')}
        </li>
      )}
      {kind === 'changed' &&
        changes.map(({ field, before, after }) => (
          <li key={field}>
            <span className="text-muted">{t(`people:import.field.${field}`)}: </span>
            <del className="text-muted">{before ?? nothing}</del> <span aria-hidden="true">→</span>{' '}
            <ins className="no-underline">{after ?? nothing}</ins>
          </li>
        ))}
      {!outcome && note && <li className="text-warning">{note}</li>}
      {kept.length > 0 && (
        <li className="text-muted">
          {t('people:import.stays', {
            fields: kept.map((field) => t(`people:import.field.${field}`)).join(t('people:import.and')),
          })}
        </li>
      )}
    </ul>
  );
}

/** The name is in the first column. */
const isSaid = ({ field }: Row['changes'][number]) => field !== 'userName';

function Outcome({ row: { outcome, note, undone, undoNote } }: { row: Row }) {
  const t = useT();
  if (!outcome) return '–';
  const isBad = undone ? undone !== 'done' : outcome === 'failed';
  return (
    <span>
      <span className={`badge badge-sm badge-soft ${isBad ? 'badge-warning' : 'badge-success'}`}>
        {t(undone ? `people:import.undone.${undone}` : `people:import.outcome.${outcome}`)}
      </span>
      {[note, undoNote].filter(Boolean).map((text) => (
        <span key={text} className="block text-sm break-words text-muted">
          {text}
        </span>
      ))}
    </span>
  );
}
