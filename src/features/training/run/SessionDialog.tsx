import '#src/components/date-field.css';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { FieldError } from '#src/components/FieldError.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Data } from '#src/contract/calls.ts';
import { SessionConflict } from '#src/features/admin/calendar/SessionConflict.tsx';
import {
  newSession,
  sessionVersion,
  type SessionValues,
  type SessionWords,
} from '#src/features/admin/calendar/session-values.ts';
import { useConflict } from '#src/features/admin/kit/use-conflict.ts';
import { useT } from '#src/i18n/island.tsx';
import { PAGE, type RESOURCES, type RunView, VIEW } from './run-calls.ts';
import { SessionRules } from './SessionRules.tsx';

type Props = {
  /** The session to change; otherwise one is planned for one of `classes`. */
  session?: RunView;
  classes?: Data<typeof RESOURCES>;
  timeZone: string;
  onClose: () => void;
};

/** How the form says its settings; the others, which it does not have, stay as they are. */
function useFormWords(): SessionWords {
  const t = useT();
  return {
    ...{ t, rooms: [], lecturers: [] },
    labels: {
      ...{ title: t('training:form.title'), startAt: t('training:form.startAt'), endAt: t('training:form.endAt') },
      ...{ place: t('training:form.place'), room: t('training:form.room'), capacity: t('training:form.capacity') },
      ...{ signInFrom: t('training:form.signInFrom'), lateAfter: t('training:form.lateAfter') },
      ...{ earlyLeave: t('training:form.earlyLeave'), signOutRequired: t('training:form.signOutRequired') },
      ...{ earlyCounts: t('training:form.earlyCounts'), location: t('training:form.location') },
    },
  };
}

/**
 * Plans a session or changes one: when, where, how many, and the rules of the attendance. If somebody else has changed it meanwhile, both
 * versions are shown, to choose from.
 */
export function SessionDialog({ session, classes = [], timeZone, onClose }: Props) {
  const t = useT();
  const words = useFormWords();
  const missing = t('training:form.missing');
  const stored = session ? sessionVersion(session, timeZone) : { values: newSession(undefined) };
  // The page reads the session again and again: the form stays on what it began with.
  const [first, setFirst] = useState(stored.values);
  const { revision, conflict, compare, resolve } = useConflict<SessionValues>(stored, async () => {
    const now = await api(VIEW, { id: session!.id });
    return now.status === 'planned' ? sessionVersion(now, timeZone) : null;
  });
  const form = useForm({
    fallback: t('common:failedToLoad'),
    validate: (values) =>
      required(values, {
        ...(session ? {} : { resourceId: missing }),
        ...{ place: missing, startAt: missing, endAt: missing, capacity: missing },
      }),
    send: async (values) => {
      const of = session ? { id: session.id, revision } : { resourceId: textOf(values, 'resourceId') };
      const fields = fieldsOf(values);
      try {
        await api('POST /course/auth/training/session/save', { ...of, ...fields }, { isShowErrTip: false });
      } catch (error) {
        if (!(await compare(error, { ...first, ...fields }))) throw error;
        return;
      }
      notify(t('training:form.saved'), 'success');
      invalidate(PAGE, VIEW);
      onClose();
    },
  });
  const title = t(session ? 'training:form.change' : 'training:form.plan');
  if (conflict)
    return (
      <SessionConflict
        {...{ title, conflict, words, onClose }}
        onMerge={(values) => {
          setFirst(values);
          resolve();
        }}
      />
    );
  const { error } = form.field('resourceId');
  return (
    <ActionDialog title={title} onClose={onClose}>
      <form {...form.form} className="flex flex-col gap-4">
        <FormAlert text={form.alert} />
        {!session && (
          <div className="flex flex-col gap-1.5">
            <label htmlFor="session-class" className="text-sm font-medium">
              {t('training:form.class')}
            </label>
            <select
              id="session-class"
              name="resourceId"
              className="select w-full"
              aria-invalid={error ? true : undefined}
              aria-describedby={error && 'session-class-error'}
            >
              {classes.map(({ id, title, courseTitle }) => (
                <option key={id} value={id}>
                  {`${courseTitle} · ${title}`}
                </option>
              ))}
            </select>
            {error && <FieldError id="session-class-error" text={error} />}
          </div>
        )}
        <FormField
          {...form.field('title')}
          label={t('training:form.title')}
          hint={t('training:form.titleHint')}
          defaultValue={first.title}
          maxLength={200}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField
            {...form.field('startAt')}
            type="datetime-local"
            label={t('training:form.startAt')}
            defaultValue={first.startAt}
          />
          <FormField
            {...form.field('endAt')}
            type="datetime-local"
            label={t('training:form.endAt')}
            defaultValue={first.endAt}
          />
          <FormField
            {...form.field('place')}
            label={t('training:form.place')}
            defaultValue={first.place}
            maxLength={200}
          />
          <FormField
            {...form.field('room')}
            label={t('training:form.room')}
            defaultValue={first.room}
            maxLength={100}
          />
          <FormField
            {...form.field('capacity')}
            type="number"
            min={1}
            max={1000}
            label={t('training:form.capacity')}
            defaultValue={first.capacity}
          />
        </div>
        <SessionRules form={form} given={first} />
        <p className="text-sm text-muted">{t('training:form.zone', { zone: timeZone })}</p>
        <div className="modal-action mt-0">
          <SubmitButton {...form.submit}>{t('training:form.save')}</SubmitButton>
        </div>
      </form>
    </ActionDialog>
  );
}

function fieldsOf(values: FormData) {
  const number = (name: string) => Number(textOf(values, name));
  const [latitude, longitude] = [textOf(values, 'latitude'), textOf(values, 'longitude')];
  return {
    title: textOf(values, 'title'),
    place: textOf(values, 'place'),
    room: textOf(values, 'room'),
    startAt: textOf(values, 'startAt'),
    endAt: textOf(values, 'endAt'),
    capacity: number('capacity'),
    signInFrom: number('signInFrom'),
    lateAfter: number('lateAfter'),
    earlyLeave: number('earlyLeave'),
    signOutRequired: values.has('signOutRequired'),
    earlyCounts: values.has('earlyCounts'),
    location:
      latitude && longitude
        ? { latitude: Number(latitude), longitude: Number(longitude), radius: number('radius') }
        : null,
  };
}
