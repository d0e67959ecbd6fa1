import '#src/components/date-field.css';
import { useState } from 'react';
import { type Form, type FieldErrors, required, textOf } from '#src/client/use-form.ts';
import { useCall } from '#src/client/query.ts';
import { FieldError } from '#src/components/FieldError.tsx';
import { FormField } from '#src/components/FormField.tsx';
import type { Input } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { periodText, zonedTime } from '#src/lib/dates.ts';
import { FieldGroup } from '../kit/fields.tsx';
import { type Options, plus } from './calendar-list.ts';
import type { SessionValues } from './session-values.ts';

const CLASHES = 'POST /course/auth/calendar/clash/list';
const MINUTES = ['signInFrom', 'lateAfter', 'earlyLeave'] as const;

type Props = {
  form: Form;
  options: Options;
  timeZone: string;
  /** What the fields begin with. */
  given: SessionValues;
  /** The session that is changed: clashes with itself are none, and it is no new series. Absent: a new one. */
  changedId?: string;
};

/** The fields of a session of an offline class. Clashes at the times that are typed are shown before it is saved. */
export function SessionFields({ form, options, timeZone, given, changedId }: Props) {
  const t = useT();
  const [times, setTimes] = useState<Input<typeof CLASHES> | null>(null);
  const [roomId, setRoomId] = useState(given.roomId ?? '');
  const check = (element: HTMLFormElement | null) => {
    if (!element) return;
    const values = new FormData(element);
    const lecturerId = textOf(values, 'lecturerId') || given.lecturerId || undefined;
    const room = textOf(values, 'roomId') || undefined;
    const at = timesOf(values, timeZone);
    const assistantIds = values.getAll('assistantIds').map(String);
    setTimes(
      at.length > 0 && (lecturerId || room || assistantIds.length > 0)
        ? { times: at, roomId: room, lecturerId, assistantIds, exceptId: changedId }
        : null,
    );
  };
  const select = (name: 'roomId' | 'lecturerId', none: string, choices: readonly { id: string; name: string }[]) => {
    const { error } = form.field(name);
    return (
      <label className="flex min-w-0 flex-col gap-1.5 text-sm font-medium">
        {t(`calendar:form.${name}`)}
        <select
          name={name}
          className="select w-full font-normal"
          defaultValue={given[name] ?? ''}
          onChange={({ target }) => name === 'roomId' && setRoomId(target.value)}
        >
          <option value="">{none}</option>
          {choices.map(({ id, name: label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
        {error && <FieldError id={`${name}-error`} text={error} />}
      </label>
    );
  };
  const rooms = options.rooms.filter(({ id, closedAt }) => !closedAt || id === given.roomId);
  return (
    <div className="flex flex-col gap-4" onInput={({ currentTarget }) => check(currentTarget.closest('form'))}>
      <FormField
        {...form.field('title')}
        label={t('calendar:form.title')}
        hint={t('calendar:form.titleHint')}
        defaultValue={given.title}
        maxLength={200}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          {...form.field('startAt')}
          type="datetime-local"
          label={t('calendar:form.startAt')}
          defaultValue={given.startAt}
        />
        <FormField
          {...form.field('endAt')}
          type="datetime-local"
          label={t('calendar:form.endAt')}
          defaultValue={given.endAt}
        />
        {select(
          'roomId',
          t('calendar:form.otherPlace'),
          rooms.map(({ id, name, address }) => ({ id, name: `${name} · ${address}` })),
        )}
        {select('lecturerId', t('calendar:form.courseLecturer'), options.lecturers)}
        {!roomId && (
          <>
            <FormField
              {...form.field('place')}
              label={t('calendar:form.place')}
              defaultValue={given.place}
              maxLength={200}
            />
            <FormField
              {...form.field('room')}
              label={t('calendar:form.room')}
              defaultValue={given.room}
              maxLength={100}
            />
          </>
        )}
        <FormField
          {...form.field('capacity')}
          type="number"
          min={1}
          max={1000}
          label={t('calendar:form.capacity')}
          defaultValue={given.capacity}
        />
        <FormField
          {...form.field('bookingUntil')}
          type="datetime-local"
          label={t('calendar:form.bookingUntil')}
          hint={t('calendar:form.bookingHint')}
          defaultValue={given.bookingUntil ?? ''}
        />
      </div>
      {options.lecturers.length > 0 && (
        <FieldGroup
          {...form.field('assistantIds')}
          label={t('calendar:form.assistants')}
          hint={t('calendar:form.assistantsHint')}
          className="max-h-40 overflow-y-auto rounded-field border border-base-300 py-1"
        >
          {options.lecturers.map(({ id, name }) => (
            <label key={id} className="flex cursor-pointer items-start gap-3 px-3 py-1.5 text-sm hover:bg-base-200">
              <input
                type="checkbox"
                name="assistantIds"
                value={id}
                defaultChecked={given.assistantIds.includes(id)}
                className="checkbox checkbox-sm mt-0.5 rounded-sm"
              />
              {name}
            </label>
          ))}
        </FieldGroup>
      )}
      <Check name="passRequired" label={t('calendar:form.passRequired')} given={given.passRequired} />
      <Check name="waitingList" label={t('calendar:form.waitingList')} given={given.waitingList} />
      {changedId === undefined && (
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className="mb-2 text-sm font-medium">{t('calendar:form.series')}</legend>
          <FormField
            {...form.field('weeks')}
            type="number"
            min={1}
            max={60}
            label={t('calendar:form.weeks')}
            defaultValue={1}
          />
          <FormField
            {...form.field('days')}
            label={t('calendar:form.days')}
            hint={t('calendar:form.daysHint')}
            maxLength={700}
          />
        </fieldset>
      )}
      <details className="rounded-field border border-base-300 p-4">
        <summary className="cursor-pointer text-sm font-medium">{t('calendar:form.rules')}</summary>
        <div className="mt-4 grid gap-4 sm:grid-cols-3">
          {MINUTES.map((name) => (
            <FormField
              key={name}
              {...form.field(name)}
              type="number"
              min={0}
              max={600}
              label={t(`calendar:form.${name}`)}
              defaultValue={given[name]}
            />
          ))}
        </div>
        <div className="mt-4 flex flex-col gap-2">
          <Check name="signOutRequired" label={t('calendar:form.signOutRequired')} given={given.signOutRequired} />
          <Check name="earlyCounts" label={t('calendar:form.earlyCounts')} given={given.earlyCounts} />
        </div>
      </details>
      {times && <Clashes input={times} timeZone={timeZone} />}
      <p className="text-sm text-muted">{t('calendar:form.zone', { zone: timeZone })}</p>
    </div>
  );
}

const Check = ({ name, label, given }: { name: string; label: string; given: boolean }) => (
  <label className="flex items-start gap-3 text-sm">
    <input type="checkbox" name={name} defaultChecked={given} className="checkbox checkbox-sm mt-0.5 rounded-sm" />
    {label}
  </label>
);

function Clashes({ input, timeZone }: { input: Input<typeof CLASHES>; timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const { data = [] } = useCall(CLASHES, input);
  if (data.length === 0)
    return (
      <p role="status" className="text-sm text-success">
        {t('calendar:noClash')}
      </p>
    );
  return (
    <div role="status" className="alert alert-warning alert-soft flex-col items-start gap-1 text-sm">
      <p className="font-medium">{t('calendar:clashes')}</p>
      <ul className="list-disc ps-5">
        {data.map((each) => (
          <li key={each.id}>
            {`${each.clashes.map((clash) => t(`calendar:clash.${clash}`)).join(', ')}: ${each.title}, ${periodText(each, timeZone, locale)}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Days of a new series after the first one: weekly, and those that are listed. */
export function daysOf(values: FormData): string[] {
  const first = textOf(values, 'startAt').slice(0, 10);
  if (!first) return [];
  const weekly = Array.from({ length: Math.max(0, Number(textOf(values, 'weeks') || 1) - 1) }, (_, n) =>
    plus(first, 7 * (n + 1)),
  );
  const listed = textOf(values, 'days').match(/\d{4}-\d{2}-\d{2}/g) ?? [];
  return [...new Set([...weekly, ...listed])].filter((day) => day !== first);
}

function timesOf(values: FormData, timeZone: string) {
  const [start, end] = [textOf(values, 'startAt'), textOf(values, 'endAt')];
  if (!start || !end || end <= start) return [];
  const instant = (day: string, at: string) => zonedTime(`${day}T${at.slice(11)}`, timeZone).toISOString();
  const length = (Date.parse(end.slice(0, 10)) - Date.parse(start.slice(0, 10))) / 86_400_000;
  return [start.slice(0, 10), ...daysOf(values)]
    .filter((day) => !Number.isNaN(Date.parse(day)))
    .slice(0, 60)
    .map((day) => ({ startAt: instant(day, start), endAt: instant(plus(day, length), end) }));
}

/** What is missing in the fields of a session. */
export const missingIn = (values: FormData, text: string): FieldErrors =>
  required(values, {
    startAt: text,
    endAt: text,
    capacity: text,
    ...(textOf(values, 'roomId') ? {} : { place: text }),
  });
