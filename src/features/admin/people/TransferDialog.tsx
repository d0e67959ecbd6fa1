import '#src/components/date-field.css';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useCall } from '#src/client/query.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';
import { dayOf } from '#src/lib/dates.ts';
import { FormDialog } from '../kit/FormDialog.tsx';
import { type Consequences, effects, peopleChanged } from './effects.ts';
import type { PersonData } from './person-form.ts';
import { type Named, personView } from './people-list.ts';
import { NamedField } from './pickers.tsx';

type Props = { userId: string; name: string; timeZone: string; consequences: Consequences; onClose: () => void };

/** Gives a member another place in the organisation, from a day. */
export function TransferDialog(props: Props) {
  const person = useCall(...personView(props.userId));
  // With what is stored: the form begins with it.
  return person.data ? (
    <Transfer {...props} person={person.data} />
  ) : (
    person.error && <LoadState query={person}>{() => null}</LoadState>
  );
}

export type Place = Record<'departmentId' | 'positionId' | 'superiorId', Named | null>;

function Transfer({ userId, name, timeZone, consequences, onClose, person }: Props & { person: PersonData }) {
  const t = useT();
  const [place, setPlace] = useState<Place>(() => placeOf(person));
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => required(values, { onDay: t('people:transfer.dayMissing') }),
    send: async (values) => {
      const ids = { departmentId: place.departmentId?.id ?? null, positionId: place.positionId?.id ?? null };
      const superiorId = place.superiorId?.id ?? null;
      const input = { userId, ...ids, superiorId, onDay: textOf(values, 'onDay'), reason: textOf(values, 'reason') };
      const { isPlanned } = await api('POST /user/auth/people/transfer', input, { isShowErrTip: false });
      notify(t(isPlanned ? 'people:transfer.planned' : 'people:transfer.done', { name }), 'success');
      peopleChanged();
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('people:transfer.title', { name })}
      action={t('people:act.transfer')}
      form={form}
      onClose={onClose}
    >
      {person.transfer && (
        <p role="status" className="alert alert-soft alert-warning">
          {t('people:transfer.replaces', { day: person.transfer.onDay })}
        </p>
      )}
      <PlaceFields place={place} onChange={setPlace} errorOf={(field) => form.field(field).error} />
      <TransferDay form={form} timeZone={timeZone} />
      <Effects texts={effects(t, 'transfer', consequences)} />
    </FormDialog>
  );
}

type FieldsProps = {
  place: Place;
  onChange: (place: Place) => void;
  errorOf: (name: keyof Place) => string | undefined;
  /** What stands where nothing is chosen. */
  placeholder?: string;
};

/** Department, position and superior. */
export function PlaceFields({ place, onChange, errorOf, placeholder }: FieldsProps) {
  const t = useT();
  const field = (name: keyof Place, what: 'department' | 'position' | 'person', label: string) => (
    <NamedField
      {...{ name, what, label, placeholder }}
      value={place[name]}
      error={errorOf(name)}
      onChange={(chosen) => onChange({ ...place, [name]: chosen })}
    />
  );
  return (
    <>
      {field('departmentId', 'department', t('people:table.department'))}
      {field('positionId', 'position', t('people:table.post'))}
      {field('superiorId', 'person', t('people:table.superior'))}
    </>
  );
}

/** From which day a transfer is valid, and why. */
export function TransferDay({ form, timeZone }: { form: ReturnType<typeof useForm>; timeZone: string }) {
  const t = useT();
  // Dialogs are never rendered by the server.
  const [today] = useState(() => dayOf(new Date(), timeZone));
  return (
    <>
      <FormField
        {...form.field('onDay')}
        type="date"
        label={t('people:transfer.day')}
        hint={t('people:transfer.dayHint')}
        defaultValue={today}
      />
      <FormField {...form.field('reason')} label={t('people:transfer.reason')} maxLength={200} autoComplete="off" />
    </>
  );
}

/** What an act changes, below its fields. */
export const Effects = ({ texts }: { texts: string[] }) => (
  <ul className="flex list-disc flex-col gap-1 ps-5 text-sm">
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);

const placeOf = ({ departmentId, department, positionId, post, superiorId, superiorName }: PersonData): Place => ({
  departmentId: departmentId === null ? null : { id: departmentId, name: department ?? '' },
  positionId: positionId === null ? null : { id: positionId, name: post ?? '' },
  superiorId: superiorId === null ? null : { id: superiorId, name: superiorName ?? '' },
});
