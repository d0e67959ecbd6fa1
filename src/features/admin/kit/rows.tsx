import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { dismiss, notify } from '#src/client/notify.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { FieldGroup, SelectField } from './fields.tsx';
import { useDrag } from './use-drag.ts';

type Props = {
  /** Path of the list in the form. */
  name: string;
  label: string;
  hint?: string;
  /** The rows, of `useFieldArray`. */
  rows: {
    fields: { id: string }[];
    move: (from: number, to: number) => void;
    remove: (at: number) => void;
    insert: (at: number, row: never) => void;
  };
  /** What a row is called. */
  nameOf: (at: number) => string;
  /** Buttons that add a row. */
  commands?: ReactNode;
  /** Buttons of a row. */
  tools?: (at: number) => ReactNode;
  /** Rows are folded until they are opened, added, or have an error; a folded one shows its name and this note. */
  noteOf?: (at: number) => string;
  /** Called before a row is moved or removed (`to` is null), which `act` does: it may ask first. */
  guard?: (from: number, to: number | null, act: () => void) => void;
  children: (at: number) => ReactNode;
};

/** Rows of a form of `useEditor`, which can be moved and removed. Their fields have names like `sections.0.title`. */
export function Rows({ name, label, hint, rows, nameOf, commands, tools, noteOf, guard, children }: Props) {
  const t = useT();
  const listId = useId();
  const { errors } = useFormState({ name });
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState('');
  const [chosen, setChosen] = useState<number | null>(null);
  const { fields } = rows;
  const { opened, toggle } = useOpened(fields);
  const guarded = guard ?? ((_from: number, _to: number | null, act: () => void) => act());
  const error: { message?: string; root?: { message?: string } } | undefined = get(errors, name);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= fields.length || to === from) return;
    guarded(from, to, () => {
      setMoved(t('admin:row.moved', { name: nameOf(from), place: to + 1, count: fields.length }));
      rows.move(from, to);
    });
  };
  const { getValues } = useFormContext();
  /** Messages about rows that can be brought back; they go with the list. */
  const messages = useRef<number[]>([]);
  useEffect(() => {
    const shown = messages.current;
    return () => shown.forEach(dismiss);
  }, []);
  const remove = (at: number) => {
    const row = getValues(`${name}.${at}`) as never;
    const undo = () => rows.insert(Math.min(at, (getValues(name) as unknown[]).length), row);
    const id = notify(t('admin:row.removed', { name: nameOf(at) }), 'success', { label: t('admin:undo'), undo });
    messages.current.push(id!);
    rows.remove(at);
    // The button that had the focus is gone.
    list.current?.focus();
  };
  /** Moves a row that was dropped to the gap before the row `gap`. */
  const drop = (id: string, gap: number) => {
    const from = fields.findIndex((field) => field.id === id);
    move(from, from < gap ? gap - 1 : gap);
  };
  return (
    <FieldGroup name={name} label={label} hint={hint} error={error?.message ?? error?.root?.message}>
      <ol ref={list} tabIndex={-1} aria-label={label} className="flex flex-col gap-4 outline-none">
        {fields.map(({ id }, at) => (
          <Row
            key={id}
            list={listId}
            id={id}
            name={nameOf(at)}
            isFirst={at === 0}
            isLast={at === fields.length - 1}
            onStep={(step) => move(at, at + step)}
            onMoveTo={() => setChosen(at)}
            onDrop={(dragged, isAfter) => drop(dragged, isAfter ? at + 1 : at)}
            onRemove={() => guarded(at, null, () => remove(at))}
            tools={tools?.(at)}
            {...(noteOf && {
              fold: {
                note: noteOf(at),
                isOpen: opened.has(id) || get(errors, `${name}.${at}`) !== undefined,
                onToggle: () => toggle(id),
              },
            })}
          >
            {children(at)}
          </Row>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moved}
      </p>
      {commands && <div className="mt-3 flex flex-wrap gap-2">{commands}</div>}
      {chosen !== null && (
        <MoveRow
          at={chosen}
          names={fields.map((_, at) => nameOf(at))}
          onMove={(to) => move(chosen, to)}
          onClose={() => setChosen(null)}
        />
      )}
    </FieldGroup>
  );
}

/** Ids of the rows that are open: those that were opened or have been added. */
function useOpened(fields: { id: string }[]) {
  const ids = fields.map(({ id }) => id);
  const [known, setKnown] = useState(ids);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  if (ids.join() !== known.join()) {
    setKnown(ids);
    const added = ids.filter((id) => !known.includes(id));
    if (added.length === 1 && ids.length === known.length + 1) setOpened(new Set([...opened, ...added]));
  }
  const toggle = (id: string) =>
    setOpened(new Set(opened.has(id) ? [...opened].filter((each) => each !== id) : [...opened, id]));
  return { opened, toggle };
}

type RowProps = {
  list: string;
  id: string;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onStep: (step: -1 | 1) => void;
  onMoveTo: () => void;
  onDrop: (dragged: string, isAfter: boolean) => void;
  onRemove: () => void;
  tools: ReactNode;
  fold?: { note: string; isOpen: boolean; onToggle: () => void };
  children: ReactNode;
};

function Row({ list, id, name, isFirst, isLast, onStep, onMoveTo, onDrop, onRemove, tools, fold, children }: RowProps) {
  const t = useT();
  const contentId = useId();
  const element = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const { isDragged, spot } = useDrag({
    ...{ element, handle, list, id, spotsFor: () => ['before', 'after'] as const },
    onDrop: (dragged, where) => onDrop(dragged, where === 'after'),
  });
  const isOnly = isFirst && isLast;
  return (
    <li
      ref={element}
      className="drag-row flex flex-col gap-4 rounded-box border border-base-300 bg-base-100 p-4"
      data-drop={spot ?? undefined}
      data-dragged={isDragged || undefined}
    >
      <div className="flex flex-wrap items-start gap-1">
        <span ref={handle} hidden={isOnly} className="drag-grip" title={t('admin:row.drag')}>
          <Icon name="grip" className="size-4" />
        </span>
        <div className="min-w-32 flex-1">
          <p className="line-clamp-2 font-medium break-words">{name}</p>
          {fold && !fold.isOpen && <p className="line-clamp-1 text-sm break-all text-muted">{fold.note}</p>}
        </div>
        <div className="ms-auto flex gap-1">
          {fold && (
            <button
              type="button"
              className="btn btn-ghost btn-sm"
              aria-expanded={fold.isOpen}
              aria-controls={contentId}
              onClick={fold.onToggle}
            >
              {t(fold.isOpen ? 'admin:row.fold' : 'admin:row.open')}
              <span className="sr-only">{name}</span>
            </button>
          )}
          {([-1, 1] as const).map((step) => (
            <button
              key={step}
              type="button"
              className="btn btn-square btn-ghost btn-sm aria-disabled:opacity-40"
              aria-label={t(step < 0 ? 'admin:row.up' : 'admin:row.down', { name })}
              // Not `disabled`: the row that has become the first one would lose the focus.
              aria-disabled={step < 0 ? isFirst : isLast}
              onClick={() => onStep(step)}
            >
              <Icon name={step < 0 ? 'chevron-up' : 'chevron-down'} className="size-4" />
            </button>
          ))}
          {!isOnly && (
            <button
              type="button"
              className="btn btn-square btn-ghost btn-sm"
              aria-label={t('admin:row.moveTo', { name })}
              title={t('admin:row.moveToTitle')}
              onClick={onMoveTo}
            >
              <Icon name="move" className="size-4" />
            </button>
          )}
          {tools}
          <RemoveButton name={name} onClick={onRemove} />
        </div>
      </div>
      <div id={contentId} role="group" aria-label={name} hidden={fold !== undefined && !fold.isOpen}>
        {children}
      </div>
    </li>
  );
}

type MoveProps = { at: number; names: string[]; onMove: (to: number) => void; onClose: () => void };

/** Asks for the place of a row. It is in the form of the rows, so it is no form. */
function MoveRow({ at, names, onMove, onClose }: MoveProps) {
  const t = useT();
  const [place, setPlace] = useState(at);
  return (
    <ActionDialog title={t('admin:row.moveTo', { name: names[at] })} onClose={onClose} className="max-w-lg">
      <SelectField
        label={t('admin:row.place')}
        value={place}
        onChange={setPlace}
        options={names.map((name, to) => ({
          value: to,
          label: t(to === at ? 'admin:row.present' : 'admin:row.placeOf', { place: to + 1, name }),
        }))}
      />
      <div className="modal-action mt-0">
        <button type="button" className="btn btn-ghost" onClick={onClose}>
          {t('common:cancel')}
        </button>
        <button
          type="button"
          className="btn btn-primary"
          onClick={() => {
            onMove(place);
            onClose();
          }}
        >
          {t('admin:row.move')}
        </button>
      </div>
    </ActionDialog>
  );
}

/** The button that removes a row. */
export function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useT();
  return (
    <button type="button" className="btn btn-ghost btn-sm not-disabled:text-error" onClick={onClick}>
      {t('admin:row.remove')}
      <span className="sr-only">{name}</span>
    </button>
  );
}
