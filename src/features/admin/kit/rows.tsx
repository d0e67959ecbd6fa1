import { type ReactNode, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { FieldGroup } from './fields.tsx';

type Props = {
  /** Path of the list in the form. */
  name: string;
  label: string;
  hint?: string;
  /** The rows, of `useFieldArray`. */
  rows: { fields: { id: string }[]; move: (from: number, to: number) => void; remove: (at: number) => void };
  /** What a row is called. */
  nameOf: (at: number) => string;
  /** Buttons that add a row. */
  commands?: ReactNode;
  children: (at: number) => ReactNode;
};

/** Rows of a form of `useEditor`, which can be moved and removed. Their fields have names like `sections.0.title`. */
export function Rows({ name, label, hint, rows, nameOf, commands, children }: Props) {
  const t = useT();
  const { errors } = useFormState({ name });
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState('');
  const { fields } = rows;
  const error = errors[name] as { message?: string; root?: { message?: string } } | undefined;
  const move = (from: number, to: number) => {
    if (to < 0 || to >= fields.length) return;
    setMoved(t('admin:row.moved', { name: nameOf(from), place: to + 1, count: fields.length }));
    rows.move(from, to);
  };
  const remove = (at: number) => {
    rows.remove(at);
    // The button that had the focus is gone.
    list.current?.focus();
  };
  return (
    <FieldGroup name={name} label={label} hint={hint} error={error?.message ?? error?.root?.message}>
      <ol ref={list} tabIndex={-1} aria-label={label} className="flex flex-col gap-4 outline-none">
        {fields.map(({ id }, at) => (
          <li key={id} className="flex flex-col gap-4 rounded-box border border-base-300 p-4">
            <div className="flex items-start gap-1">
              <p className="me-auto line-clamp-2 min-w-0 font-medium break-words">{nameOf(at)}</p>
              {([-1, 1] as const).map((step) => (
                <button
                  key={step}
                  type="button"
                  className="btn btn-square btn-ghost btn-sm aria-disabled:opacity-40"
                  aria-label={t(step < 0 ? 'admin:row.up' : 'admin:row.down', { name: nameOf(at) })}
                  // Not `disabled`: the row that has become the first one would lose the focus.
                  aria-disabled={at + step < 0 || at + step >= fields.length}
                  onClick={() => move(at, at + step)}
                >
                  <Icon name={step < 0 ? 'chevron-up' : 'chevron-down'} className="size-4" />
                </button>
              ))}
              <RemoveButton name={nameOf(at)} onClick={() => remove(at)} />
            </div>
            <div role="group" aria-label={nameOf(at)}>
              {children(at)}
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moved}
      </p>
      {commands && <div className="mt-3 flex flex-wrap gap-2">{commands}</div>}
    </FieldGroup>
  );
}

/** The button that removes a row. */
export function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useT();
  return (
    <button type="button" className="btn text-error btn-ghost btn-sm" onClick={onClick}>
      {t('admin:row.remove')}
      <span className="sr-only">{name}</span>
    </button>
  );
}
