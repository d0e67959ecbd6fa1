import { type ClipboardEvent, type KeyboardEvent, memo, type MouseEvent, useEffect, useRef } from 'react';
import { useT } from '#src/i18n/island.tsx';
import { isChanged, type Row } from './grid-rows.ts';
import type { Editing } from './use-cells.ts';

/** Called with the place of the cell; the same functions in every rendering, so that rows stay as they are. */
export type RowActions = {
  onDown: (row: number, column: number, event: MouseEvent) => void;
  onOver: (row: number, column: number, event: MouseEvent) => void;
  onOpen: () => void;
  onType: (text: string) => void;
  onKey: (event: KeyboardEvent) => void;
  onLeave: () => void;
  onCopy: (event: ClipboardEvent, isCut: boolean) => void;
  onPaste: (event: ClipboardEvent) => void;
  onChoose: (row: number, isMine: boolean) => void;
};

type Props = {
  row: Row;
  index: number;
  columns: string[];
  names: string[];
  /** Column of the cursor; -1: it is in another row. */
  active: number;
  /** Selected columns; -1: none. */
  left: number;
  right: number;
  editing: Editing | null;
  /** Whether the cursor takes the focus. */
  isFocused: boolean;
  actions: RowActions;
};

/** A question in the grid. */
export const GridRow = memo(function GridRow({ row, index, columns, names, active, left, right, ...more }: Props) {
  const t = useT();
  const { editing, isFocused, actions } = more;
  const hasProblem = Object.keys(row.problems).length > 0;
  const state = row.theirs ? 'conflict' : hasProblem ? 'problem' : isChanged(row) ? 'changed' : '';
  return (
    <>
      <tr aria-rowindex={index + 2} data-state={state}>
        <th scope="row" className="grid-number">
          {index + 1}
          {state !== '' && <span className="sr-only">{t(`bank:grid.rowState.${state}`)}</span>}
        </th>
        {row.cells.map((text, column) => {
          const field = columns[column]!;
          const problem = row.problems[field];
          return (
            <td
              key={field}
              role="gridcell"
              className="grid-cell"
              data-field={field.replace(/\d+$/, '')}
              aria-selected={column >= left && column <= right}
              aria-invalid={problem !== undefined}
              onMouseDown={(event) => actions.onDown(index, column, event)}
              onMouseEnter={(event) => actions.onOver(index, column, event)}
              onDoubleClick={actions.onOpen}
            >
              <span className="grid-text">{text}</span>
              {problem !== undefined && <span className="grid-problem">{problem}</span>}
              {column === active && (
                <CellInput
                  label={t('bank:grid.cell', { column: names[column]!, row: index + 1 })}
                  {...{ text, problem, editing, isFocused, actions }}
                />
              )}
            </td>
          );
        })}
      </tr>
      {row.theirs && (
        <tr className="grid-conflict">
          <th scope="row" className="grid-number" />
          <td role="gridcell" colSpan={columns.length}>
            <div className="flex flex-wrap items-center gap-2 p-2">
              <strong>{t('bank:grid.conflict')}</strong>
              <span className="grow">
                {row.theirs.cells
                  .flatMap((text, n) => (text === row.cells[n] ? [] : `${names[n]}: ${text || t('bank:grid.empty')}`))
                  .join(' · ')}
              </span>
              <button type="button" className="btn btn-sm" onClick={() => actions.onChoose(index, true)}>
                {t('bank:grid.keepMine')}
              </button>
              <button type="button" className="btn btn-sm" onClick={() => actions.onChoose(index, false)}>
                {t('bank:grid.takeTheirs')}
              </button>
            </div>
          </td>
        </tr>
      )}
    </>
  );
});

type InputProps = Pick<Props, 'editing' | 'isFocused' | 'actions'> & {
  label: string;
  text: string;
  problem: string | undefined;
};

/**
 * The cell with the cursor. It is a text field also while nothing is edited, so that an input method can begin in it and the browser
 * sends it what is copied and pasted.
 */
function CellInput({ label, text, problem, editing, isFocused, actions }: InputProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFocused) field.current!.focus();
    field.current!.closest('td')!.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isFocused]);
  const isEditing = editing !== null;
  useEffect(() => {
    if (isEditing) field.current!.setSelectionRange(field.current!.value.length, field.current!.value.length);
  }, [isEditing]);
  return (
    <textarea
      ref={field}
      className="grid-input"
      data-editing={isEditing}
      aria-label={[label, isEditing ? '' : text, problem].filter(Boolean).join(' · ')}
      rows={1}
      spellCheck={false}
      value={editing?.text ?? ''}
      onChange={(event) => actions.onType(event.target.value)}
      onKeyDown={actions.onKey}
      onBlur={actions.onLeave}
      onCopy={(event) => actions.onCopy(event, false)}
      onCut={(event) => actions.onCopy(event, true)}
      onPaste={actions.onPaste}
    />
  );
}
