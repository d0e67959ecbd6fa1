import { type ReactNode, useId } from 'react';
import { RowCommand } from './RowCommand.tsx';

type Props = {
  title: string;
  hint?: string;
  /** In a dialog, below its heading. */
  isInDialog?: boolean;
  things: readonly { id: string; name: string; note?: ReactNode; commands?: ReactNode }[];
  /** Label of the command that restores one. */
  restore: string;
  onRestore: (id: string) => void;
};

/** What was deleted lately, to be restored; nothing if there is none. */
export function DeletedList({ title, hint, isInDialog = false, things, restore, onRestore }: Props) {
  const heading = useId();
  if (things.length === 0) return null;
  const Heading = isInDialog ? 'h3' : 'h2';
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      <Heading id={heading} className={isInDialog ? 'font-semibold' : 'text-lg font-semibold'}>
        {title}
      </Heading>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      <ul className={`flex flex-col divide-y divide-base-300 ${isInDialog ? 'text-sm' : 'paper px-4'}`}>
        {things.map(({ id, name, note, commands }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className={`min-w-0 break-words ${isInDialog ? 'font-medium' : ''}`}>{name}</span>
            {note && <span className="min-w-0 text-sm break-words text-muted">{note}</span>}
            <span className="ms-auto flex items-center">
              {commands}
              <RowCommand label={restore} name={name} onRun={() => onRestore(id)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
