import '#src/components/date-field.css';
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
import { useT } from '#src/i18n/island.tsx';
import { inZone } from '#src/lib/dates.ts';
import { PAGE, type RESOURCES, type RunView, VIEW } from './run-calls.ts';
import { SessionRules } from './SessionRules.tsx';

type Props = {
  /** The session to change; otherwise one is planned for one of `classes`. */
  session?: RunView;
  classes?: Data<typeof RESOURCES>;
  timeZone: string;
  onClose: () => void;
};

/** Plans a session or changes one: when, where, how many, and the rules of the attendance. */
export function SessionDialog({ session, classes = [], timeZone, onClose }: Props) {
  const t = useT();
  const missing = t('training:form.missing');
  const form = useForm({
    fallback: t('common:failedToLoad'),
    validate: (values) =>
      required(values, {
        ...(session ? {} : { resourceId: missing }),
        ...{ place: missing, startAt: missing, endAt: missing, capacity: missing },
      }),
    send: async (values) => {
      const of = session ? { id: session.id } : { resourceId: textOf(values, 'resourceId') };
      await api('POST /course/auth/training/session/save', { ...of, ...fieldsOf(values) }, { isShowErrTip: false });
      notify(t('training:form.saved'), 'success');
      invalidate(PAGE, VIEW);
      onClose();
    },
  });
  const local = (at: string | undefined) => at && inZone(at, timeZone).format('YYYY-MM-DDTHH:mm');
  const { error } = form.field('resourceId');
  return (
    <ActionDialog title={t(session ? 'training:form.change' : 'training:form.plan')} onClose={onClose}>
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
          defaultValue={session?.title}
          maxLength={200}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField
            {...form.field('startAt')}
            type="datetime-local"
            label={t('training:form.startAt')}
            defaultValue={local(session?.startAt)}
          />
          <FormField
            {...form.field('endAt')}
            type="datetime-local"
            label={t('training:form.endAt')}
            defaultValue={local(session?.endAt)}
          />
          <FormField
            {...form.field('place')}
            label={t('training:form.place')}
            defaultValue={session?.place}
            maxLength={200}
          />
          <FormField
            {...form.field('room')}
            label={t('training:form.room')}
            defaultValue={session?.room ?? ''}
            maxLength={100}
          />
          <FormField
            {...form.field('capacity')}
            type="number"
            min={1}
            max={1000}
            label={t('training:form.capacity')}
            defaultValue={session?.capacity ?? 20}
          />
        </div>
        <SessionRules form={form} session={session} />
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
