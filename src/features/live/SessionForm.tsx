import '#src/components/date-field.css';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { inZone, zonedTime } from '#src/lib/dates.ts';

type Props = {
  courses: { id: string; title: string }[];
  /** In which the times are shown and typed: that of the enterprise, like everywhere on the page. */
  timeZone: string;
  /** A planned class that is changed. */
  session?: {
    id: string;
    title: string;
    startAt: string;
    endAt: string;
    requiredPercent: number;
    recordingCounts: boolean;
  };
};

/** Plans a live class, or changes a planned one. */
export function SessionForm({ courses, timeZone, session }: Props) {
  const t = useT();
  const locale = useLocale();
  /** What the fields began with; the console reads the class again and again. */
  const [shown] = useState(session);
  const localValue = (instant: string) => inZone(instant, timeZone).format('YYYY-MM-DDTHH:mm');
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) =>
      Object.fromEntries(
        ['startAt', 'endAt']
          .filter((name) => Number.isNaN(Date.parse(String(values.get(name)))))
          .map((name) => [name, t('live:form.required')]),
      ),
    send: async (values) => {
      const instant = (name: string) => zonedTime(String(values.get(name)), timeZone).toISOString();
      const { id } = await api(
        'POST /course/auth/live/session/save',
        {
          id: session?.id,
          courseId: String(values.get('courseId')),
          title: String(values.get('title')),
          startAt: instant('startAt'),
          endAt: instant('endAt'),
          requiredPercent: Number(values.get('requiredPercent')),
          recordingCounts: values.get('recordingCounts') !== null,
          ...(shown && { was: { title: shown.title, startAt: shown.startAt, endAt: shown.endAt } }),
        },
        { _No_dispose: true },
      );
      return { path: href(locale, `/account/live/${id}`) };
    },
  });
  return (
    <form {...form.form} className="mt-4 grid gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <FormAlert text={form.alert} />
      </div>
      <label className="flex flex-col gap-1.5 text-sm font-medium">
        {t('live:form.course')}
        <select name="courseId" className="select w-full font-normal">
          {courses.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <FormField {...form.field('title')} label={t('live:form.title')} maxLength={100} defaultValue={session?.title} />
      <FormField
        {...form.field('startAt')}
        type="datetime-local"
        label={t('live:form.startAt')}
        defaultValue={session && localValue(session.startAt)}
      />
      <FormField
        {...form.field('endAt')}
        type="datetime-local"
        label={t('live:form.endAt')}
        defaultValue={session && localValue(session.endAt)}
      />
      <FormField
        {...form.field('requiredPercent')}
        type="number"
        min={1}
        max={100}
        label={t('live:form.requiredPercent')}
        hint={t('live:form.requiredHint')}
        defaultValue={session?.requiredPercent ?? 70}
      />
      <label className="flex items-center gap-2 text-sm sm:mt-8 sm:self-start">
        <input
          type="checkbox"
          className="checkbox checkbox-sm"
          name="recordingCounts"
          defaultChecked={session?.recordingCounts ?? true}
        />
        {t('live:form.recordingCounts')}
      </label>
      <SubmitButton {...form.submit} className="justify-self-start sm:col-span-2">
        {t(session ? 'live:form.save' : 'live:form.plan')}
      </SubmitButton>
    </form>
  );
}

export default island(SessionForm);
