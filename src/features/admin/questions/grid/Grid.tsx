import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { PAGE_OWNER } from '#src/client/session.store.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useLocalDraft } from '#src/features/editor/use-local-draft.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { PageHead } from '../../kit/PageHead.tsx';
import { Similar } from '../similar/Similar.tsx';
import './grid.css';
import { onGridKey } from './grid-keys.ts';
import { gridPage } from './grid-page.ts';
import { fromCells, isChanged, optionCount, type Row, rowOf, withResults } from './grid-rows.ts';
import { GridRow, type RowActions } from './GridRow.tsx';
import { useCells } from './use-cells.ts';
import { usePaste } from './use-paste.ts';

type Props = { bankId: string; title: string };
/** Bytes of a request, below the limit of the server; more rows are sent with another one. */
const MOST_BYTES = 900_000;

/** Questions of a bank as a spreadsheet: all changes are saved at once, and what is wrong is shown in its cell. */
function Grid({ bankId, title }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const { list, totalCount } = useCall(...gridPage(bankId, 1)).data!;
  const count = useMemo(() => optionCount(list), [list]);
  const draft = useLocalDraft<Row[]>(PAGE_OWNER, `grid:${bankId}`);
  const [loaded, setLoaded] = useState(1);
  const [isFocused, setFocused] = useState(false);
  const [checked, setChecked] = useState<Row[] | null>(null);
  const { keep, forget, restored } = draft;
  const store = useMemo(
    () => (rows: Row[]) => {
      const changed = rows.filter(isChanged);
      if (changed.length > 0) keep(changed);
      else void forget();
    },
    [keep, forget],
  );
  const [first] = useState(() => list.map((each) => rowOf(each, count)));
  const grid = useCells(first, count, store);
  const paste = usePaste(grid, count);

  const { replace } = grid;
  useEffect(() => {
    if (restored) replace((rows) => withKept(rows, restored.value));
  }, [restored, replace]);

  const changed = grid.rows.filter(isChanged);
  const more = useAction(async () => {
    const { list: next } = await api(...gridPage(bankId, loaded + 1));
    setLoaded(loaded + 1);
    const known = new Set(grid.current().map(({ id }) => id));
    replace((rows) => {
      const at = rows.findLastIndex(({ id }) => id !== null) + 1;
      const added = next.filter(({ id }) => !known.has(id)).map((each) => rowOf(each, count));
      return [...rows.slice(0, at), ...added, ...rows.slice(at)];
    });
  });
  const save = useAction(async () => {
    grid.commit();
    const sent = grid.current().filter(isChanged);
    let saved = 0;
    let wrong = 0;
    for (const rows of inRequests(sent)) {
      const input = rows.map(({ key, id, version, lang, cells }) => ({
        ...{ key, cells: fromCells(cells) },
        ...(id && { id, version: version! }),
        ...(lang && { lang }),
      }));
      const { rows: results } = await api('POST /exam/auth/question/grid/save', { bankId, rows: input });
      const after = replace((before) => withResults(before, rows, results, count));
      store(after);
      saved += results.filter(({ state }) => state === 'saved').length;
      wrong += results.filter(({ state }) => state === 'invalid' || state === 'conflict').length;
    }
    const fresh = new Set(sent.flatMap(({ key, id }) => (id ? [] : key)));
    setChecked(grid.current().filter(({ key, id }) => id && fresh.has(key)));
    if (wrong > 0) notify(t('bank:grid.savedSome', { saved, wrong }), 'error');
    else notify(t('bank:grid.saved', { count: saved }), 'success');
  });

  // The same functions in every rendering, which do what the present one would.
  const latest = useRef({ grid, paste });
  latest.current = { grid, paste };
  const actions = useMemo<RowActions>(
    () => ({
      onDown: (row, column, event: MouseEvent) => {
        const now = latest.current.grid;
        if (now.editing && now.cursor.row === row && now.cursor.column === column) return;
        event.preventDefault();
        now.commit();
        now.go({ row, column }, event.shiftKey);
        setFocused(true);
      },
      onOver: (row, column, event: MouseEvent) => {
        if (event.buttons === 1 && !latest.current.grid.editing) latest.current.grid.go({ row, column }, true);
      },
      onOpen: () => {
        const { cursor, rows, edit, editing } = latest.current.grid;
        if (!editing) edit(rows[cursor.row]!.cells[cursor.column]!, false);
      },
      onType: (text) => latest.current.grid.edit(text, latest.current.grid.editing?.isStart ?? true),
      onKey: (event) => {
        setFocused(true);
        onGridKey(event, latest.current.grid);
      },
      onLeave: () => latest.current.grid.commit(),
      onCopy: (event, isCut) => latest.current.paste.onCopy(event, isCut),
      onPaste: (event) => latest.current.paste.onPaste(event),
      onChoose: (at, isMine) => {
        const now = latest.current.grid;
        store(
          now.replace((rows) =>
            rows.map((row, n) => {
              if (n !== at || !row.theirs) return row;
              const { version, cells } = row.theirs;
              return { ...row, version, saved: cells, cells: isMine ? row.cells : cells, theirs: null };
            }),
          ),
        );
      },
    }),
    [store],
  );

  const names = grid.columns.map((field) =>
    field.startsWith('option')
      ? t('bank:grid.option', { letter: String.fromCharCode(65 + Number(field.slice(6))) })
      : t(`bank:grid.column.${field as 'stem'}`),
  );
  const { area, cursor } = grid;
  return (
    <div className="flex flex-col gap-4">
      <PageHead title={t('bank:grid.title', { title })} hint={t('bank:grid.hint')}>
        <button type="button" className="btn btn-ghost" disabled={!grid.undoable.undo} onClick={grid.undo}>
          {t('bank:grid.undo')}
        </button>
        <button type="button" className="btn btn-ghost" disabled={!grid.undoable.redo} onClick={grid.redo}>
          {t('bank:grid.redo')}
        </button>
        <button
          type="button"
          className="btn btn-primary"
          disabled={!hydrated || changed.length === 0 || save.isPending}
          onClick={() => void save.run()}
        >
          <Icon name="check" className="size-4" />
          {t('bank:grid.save', { count: changed.length })}
        </button>
      </PageHead>
      <p role="status" className="text-sm text-muted">
        {paste.isReading
          ? t('bank:grid.reading')
          : changed.length === 0
            ? t('bank:grid.allSaved')
            : t(draft.isKept ? 'bank:grid.kept' : 'bank:grid.keeping', { count: changed.length })}
      </p>
      {paste.losses.length > 0 && (
        <div role="status" className="alert alert-soft alert-warning flex-col items-start">
          <p>{t('bank:grid.losses')}</p>
          <ul className="max-h-40 list-disc overflow-y-auto ps-5 text-sm">
            {paste.losses.map(({ place, text }, at) => (
              <li key={at}>{[place, text].filter(Boolean).join(' · ')}</li>
            ))}
          </ul>
          <button type="button" className="btn btn-sm" onClick={paste.forgetLosses}>
            {t('common:close')}
          </button>
        </div>
      )}
      {checked && checked.length > 0 && (
        <Similar bankId={bankId} ids={checked.flatMap(({ id }) => id ?? [])} onClose={() => setChecked(null)} />
      )}
      <div className="grid-scroll">
        <table
          role="grid"
          className="grid-table"
          aria-label={title}
          aria-rowcount={grid.rows.length + 1}
          aria-multiselectable
        >
          <colgroup>
            <col data-field="number" />
            {grid.columns.map((field) => (
              <col key={field} data-field={field.replace(/\d+$/, '')} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">
                <span className="sr-only">{t('bank:grid.number')}</span>
              </th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.rows.map((row, index) => {
              const isIn = index >= area.top && index <= area.bottom;
              const isActive = hydrated && index === cursor.row;
              return (
                <GridRow
                  key={row.key}
                  {...{ row, index, names, actions }}
                  columns={grid.columns}
                  active={isActive ? cursor.column : -1}
                  left={isIn ? area.left : -1}
                  right={isIn ? area.right : -1}
                  editing={isActive ? grid.editing : null}
                  isFocused={isActive && isFocused}
                />
              );
            })}
          </tbody>
        </table>
      </div>
      {list.length * loaded < totalCount && grid.rows.length < 500 && (
        <button
          type="button"
          className="btn self-start"
          disabled={!hydrated || more.isPending}
          onClick={() => void more.run()}
        >
          {t('bank:grid.more', { shown: Math.min(totalCount, list.length * loaded), total: totalCount })}
        </button>
      )}
    </div>
  );
}

/** What was kept on this device goes into its rows; new questions follow the stored ones. */
function withKept(rows: Row[], kept: Row[]): Row[] {
  const byKey = new Map(kept.map((row) => [row.key, row]));
  const known = rows.map((row) => byKey.get(row.key) ?? row);
  const own = new Set(rows.map(({ key }) => key));
  const at = known.findLastIndex(({ id }) => id !== null) + 1;
  return [...known.slice(0, at), ...kept.filter(({ key }) => !own.has(key)), ...known.slice(at)];
}

/** Divides rows into what one request has room for: nearly always one. */
function inRequests(rows: Row[]): Row[][] {
  const all: Row[][] = [];
  let size = Infinity;
  for (const row of rows) {
    const length = new TextEncoder().encode(JSON.stringify(row.cells)).length + 200;
    if (size + length > MOST_BYTES) {
      all.push([]);
      size = 0;
    }
    all.at(-1)!.push(row);
    size += length;
  }
  return all;
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <Grid {...props} />
  </GivenContext>
));
