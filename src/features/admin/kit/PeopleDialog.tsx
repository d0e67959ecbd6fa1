import { useState } from 'react';
import { useAction } from '#src/client/use-action.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Person } from '#src/features/people/PersonField.tsx';
import { PeopleBrowser, PersonText } from './PeopleBrowser.tsx';

type Props = {
  title: string;
  /** Who is chosen at first. */
  chosen: readonly Person[];
  /** Number of people that can be chosen. */
  most: number;
  /** Label of the button that ends the choice. */
  action: string;
  /** It stays open when this fails. */
  onDone: (people: Person[]) => Promise<void>;
  onClose: () => void;
};

/** A dialog in which members are chosen, found by name or from the tree of departments. */
export function PeopleDialog({ title, chosen, most, action, onDone, onClose }: Props) {
  const t = useT();
  const [people, setPeople] = useState<ReadonlyMap<string, Person>>(
    () => new Map(chosen.map((person) => [person.userId, person])),
  );
  const turn = ({ userId, userName }: Person) => {
    const next = new Map(people);
    if (!next.delete(userId)) next.set(userId, { userId, userName });
    setPeople(next);
  };
  const done = useAction(async () => {
    await onDone([...people.values()]);
    onClose();
  });
  const isFull = people.size >= most;
  return (
    <ActionDialog title={title} onClose={onClose} className="max-w-4xl">
      {people.size > 0 && (
        <ul
          className="people-chosen flex shrink-0 flex-wrap gap-2 overflow-y-auto"
          aria-label={t('admin:people.chosen')}
        >
          {[...people.values()].map((person) => (
            <li key={person.userId}>
              <button
                type="button"
                className="btn btn-soft btn-sm"
                aria-label={t('export:people.remove', { name: person.userName })}
                onClick={() => turn(person)}
              >
                {person.userName}
                <Icon name="close" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <PeopleBrowser
        row={(person) => (
          <label className="flex min-h-12 cursor-pointer items-center gap-3 px-3 py-2 hover:bg-base-200 has-[:disabled]:cursor-default">
            <input
              type="checkbox"
              className="checkbox checkbox-sm rounded-sm"
              checked={people.has(person.userId)}
              disabled={isFull && !people.has(person.userId)}
              onChange={() => turn(person)}
            />
            <PersonText {...person} />
          </label>
        )}
      />
      <div className="modal-action mt-0 items-center">
        <p role="status" className="me-auto text-sm text-muted tabular-nums">
          {t('admin:people.chosenOf', { chosen: people.size, most })}
        </p>
        <button type="button" className="btn btn-ghost" onClick={onClose}>
          {t('common:cancel')}
        </button>
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={done.isPending}
          onClick={() => void done.run()}
        >
          {action}
        </button>
      </div>
    </ActionDialog>
  );
}
