import { useState } from 'react';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { type Person, PersonField } from '#src/features/people/PersonField.tsx';
import { PeopleBrowser, PersonText } from './PeopleBrowser.tsx';

type Props = {
  chosen: Person | null;
  onChoose: (person: Person | null) => void;
  placeholder?: string;
};

/** Selects one member: found by name, or from the tree of departments. */
export function PersonPicker({ chosen, onChoose, placeholder = '' }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="w-full">
        <PersonField {...{ chosen, onChoose, placeholder }} />
      </div>
      {!chosen && (
        <button type="button" className="btn btn-sm" disabled={!hydrated} onClick={() => setOpen(true)}>
          <Icon name="building" className="size-4" />
          {t('admin:people.browse')}
        </button>
      )}
      {isOpen && (
        <ActionDialog title={t('admin:people.browse')} onClose={() => setOpen(false)} className="max-w-4xl">
          <PeopleBrowser
            row={(person) => (
              <button
                type="button"
                className="flex w-full px-3 py-2 text-start hover:bg-base-200"
                onClick={() => {
                  setOpen(false);
                  onChoose({ userId: person.userId, userName: person.userName });
                }}
              >
                <PersonText {...person} />
              </button>
            )}
          />
        </ActionDialog>
      )}
    </div>
  );
}
