import '#src/components/choice.css';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FieldError } from '#src/components/FieldError.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';
import { zonedTime } from '#src/lib/dates.ts';
import { FormDialog } from '../kit/FormDialog.tsx';
import { KINDS, LIST, type Options } from './calendar-list.ts';
import { daysOf, missingIn, SessionFields } from './SessionFields.tsx';
import { fieldsOf, newSession, type RunView, sessionVersion } from './session-values.ts';

type Props = {
  options: Options;
  timeZone: string;
  from?: RunView;
  /** Begins with this day, as YYYY-MM-DD; undefined: none. */
  day?: string;
  onClose: () => void;
};

/** Plans a session of an offline class, a series of them, or a live class. */
export function PlanDialog({ options, timeZone, from, day, onClose }: Props) {
  const t = useT();
  // A copy has its own times.
  const times = newSession(day);
  const [given] = useState(() =>
    from
      ? { ...sessionVersion(from, timeZone).values, startAt: times.startAt, endAt: times.endAt, bookingUntil: null }
      : times,
  );
  const [kind, setKind] = useState<(typeof KINDS)[number]>('offline');
  const classes = useCall('GET /course/auth/training/resource/list', {});
  const courses = useCall('POST /course/auth/live/session/courses', {});
  const missing = t('calendar:form.missing');
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) =>
      kind === 'offline'
        ? { ...required(values, { resourceId: missing }), ...missingIn(values, missing) }
        : required(values, { courseId: missing, title: missing, startAt: missing, endAt: missing }),
    send: async (values) => {
      if (kind === 'offline') {
        const of = { resourceId: textOf(values, 'resourceId'), days: daysOf(values), ...(from && { copyOf: from.id }) };
        const input = { ...of, ...fieldsOf(values) };
        const { count } = await api('POST /course/auth/training/session/save', input, { isShowErrTip: false });
        notify(t('calendar:planned', { count }), 'success');
      } else {
        const at = (name: string) => zonedTime(textOf(values, name), timeZone).toISOString();
        const input = { courseId: textOf(values, 'courseId'), title: textOf(values, 'title') };
        await api(
          'POST /course/auth/live/session/save',
          { ...input, startAt: at('startAt'), endAt: at('endAt') },
          { isShowErrTip: false },
        );
        notify(t('calendar:planned', { count: 1 }), 'success');
      }
      invalidate(LIST);
      onClose();
    },
  });
  const choice = (
    name: 'resourceId' | 'courseId',
    choices: readonly { id: string; title: string; courseTitle?: string }[],
  ) => {
    const { error } = form.field(name);
    if (choices.length === 0)
      return <p className="alert alert-info alert-soft text-sm">{t(`calendar:form.no.${name}`)}</p>;
    return (
      <label className="flex min-w-0 flex-col gap-1.5 text-sm font-medium">
        {t(`calendar:form.${name}`)}
        <select name={name} className="select w-full font-normal" defaultValue={from?.resourceId}>
          {choices.map(({ id, title, courseTitle }) => (
            <option key={id} value={id}>
              {courseTitle ? `${courseTitle} · ${title}` : title}
            </option>
          ))}
        </select>
        {error && <FieldError id={`${name}-error`} text={error} />}
      </label>
    );
  };
  return (
    <FormDialog title={t('calendar:plan')} action={t('calendar:save')} form={form} onClose={onClose}>
      {!from && (
        <div className="flex gap-1" role="group" aria-label={t('calendar:filter.kind')}>
          {KINDS.map((each) => (
            <button
              key={each}
              type="button"
              className="choice"
              aria-pressed={each === kind}
              onClick={() => setKind(each)}
            >
              {t(`calendar:kind.${each}`)}
            </button>
          ))}
        </div>
      )}
      {kind === 'offline' ? (
        <>
          <LoadState query={classes}>{(list) => choice('resourceId', list)}</LoadState>
          <SessionFields form={form} options={options} timeZone={timeZone} given={given} />
        </>
      ) : (
        <>
          <LoadState query={courses}>{(list) => choice('courseId', list)}</LoadState>
          <FormField {...form.field('title')} label={t('calendar:form.title')} maxLength={100} />
          <div className="grid gap-4 sm:grid-cols-2">
            <FormField
              {...form.field('startAt')}
              type="datetime-local"
              label={t('calendar:form.startAt')}
              defaultValue={times.startAt}
            />
            <FormField
              {...form.field('endAt')}
              type="datetime-local"
              label={t('calendar:form.endAt')}
              defaultValue={times.endAt}
            />
          </div>
          <p className="text-sm text-muted">{t('calendar:form.zone', { zone: timeZone })}</p>
        </>
      )}
    </FormDialog>
  );
}
