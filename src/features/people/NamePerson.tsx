import { useState } from 'react';
import { useForm } from '#src/client/use-form.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { useT } from '#src/i18n/island.tsx';
import { type Person, PersonField, type Search } from './PersonField.tsx';

type Props = {
  title: string;
  hint: string;
  action: string;
  /** Default: all active members, for administrators. */
  search?: Search;
  /** What `search` finds a person by. */
  searchHint?: string;
  send: (person: Person) => Promise<void>;
  onClose: () => void;
};

/** A dialog that asks for one person. */
export function NamePerson({ title, hint, action, search, searchHint, send, onClose }: Props) {
  const t = useT();
  const [person, setPerson] = useState<Person | null>(null);
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async () => {
      if (!person) return;
      await send(person);
      onClose();
    },
  });
  return (
    <ActionDialog title={title} onClose={onClose}>
      <form {...form.form} className="flex flex-col gap-4">
        <FormAlert text={form.alert} />
        <p className="text-sm text-muted">{hint}</p>
        <PersonField
          chosen={person}
          onChoose={setPerson}
          {...(search && { search })}
          {...(searchHint && { hint: searchHint })}
          placeholder=""
        />
        <div className="modal-action mt-0">
          <SubmitButton {...form.submit} disabled={!person || form.submit.disabled}>
            {action}
          </SubmitButton>
        </div>
      </form>
    </ActionDialog>
  );
}
