import '#src/components/date-field.css';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { ConflictView } from '#src/features/admin/kit/ConflictView.tsx';
import type { Change, ChangeText } from '#src/features/admin/kit/History.tsx';
import { useConflict } from '#src/features/admin/kit/use-conflict.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText, inZone, zonedTime } from '#src/lib/dates.ts';

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

const SAVE = 'POST /course/auth/live/session/save';
const VIEW = 'GET /course/auth/live/host/view';
const PARTS = ['title', 'startAt', 'endAt', 'requiredPercent', 'recordingCounts'] as const;
type Plan = Omit<NonNullable<Props['session']>, 'id'>;
type Part = (typeof PARTS)[number];

const NEW: Plan = { title: '', startAt: '', endAt: '', requiredPercent: 70, recordingCounts: true };
const planOf = ({ title, startAt, endAt, requiredPercent, recordingCounts }: Plan): Plan => ({
  ...{ title, startAt, endAt, requiredPercent, recordingCounts },
});

/** Plans a live class, or changes a planned one. If somebody else has changed it meanwhile, both versions are shown, to choose from. */
export function SessionForm({ courses, timeZone, session }: Props) {
  const t = useT();
  const locale = useLocale();
  /** What the fields began with; the console reads the class again and again. */
  const [first, setFirst] = useState(() => planOf(session ?? NEW));
  const { base, conflict, compare, resolve } = useConflict<Plan>({ values: first }, async () => {
    const now = await api(VIEW, { id: session!.id });
    return now.state.status === 'planned' ? { values: planOf(now) } : null;
  });
  const localValue = (instant: string) => (instant ? inZone(instant, timeZone).format('YYYY-MM-DDTHH:mm') : '');
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
      const mine = {
        title: String(values.get('title')).trim(),
        ...{ startAt: instant('startAt'), endAt: instant('endAt') },
        requiredPercent: Number(values.get('requiredPercent')),
        recordingCounts: values.get('recordingCounts') !== null,
      };
      const of = session ? { id: session.id, was: base.values } : {};
      try {
        const input = { ...of, courseId: String(values.get('courseId')), ...mine };
        const { id } = await api(SAVE, input, { _No_dispose: true, isShowErrTip: false });
        return { path: href(locale, `/account/live/${id}`) };
      } catch (error) {
        if (!session || !(await compare(error, mine))) throw error;
        return undefined;
      }
    },
  });
  if (conflict) {
    const text = (of: Plan, part: Part) =>
      typeof of[part] === 'boolean'
        ? t(of[part] ? 'admin:history.yes' : 'admin:history.no')
        : part === 'startAt' || part === 'endAt'
          ? dateTimeText(of[part], timeZone, locale)
          : String(of[part]);
    const { mine, theirs } = conflict;
    return (
      <div className="mt-4">
        <ConflictView
          title={t('admin:conflict.title')}
          intro={t('admin:conflict.intro')}
          differences={PARTS.map((name) => ({
            ...{ name, label: t(`live:form.${name}`), mine: text(mine, name), theirs: text(theirs.values, name) },
            isTheirs: text(mine, name) === text(conflict.base.values, name),
          })).filter((each) => each.mine !== each.theirs)}
          onMerge={(taken) => {
            setFirst({ ...mine, ...Object.fromEntries([...taken].map((part) => [part, theirs.values[part]])) });
            resolve();
          }}
        />
      </div>
    );
  }
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
      <FormField {...form.field('title')} label={t('live:form.title')} maxLength={100} defaultValue={first.title} />
      <FormField
        {...form.field('startAt')}
        type="datetime-local"
        label={t('live:form.startAt')}
        defaultValue={localValue(first.startAt)}
      />
      <FormField
        {...form.field('endAt')}
        type="datetime-local"
        label={t('live:form.endAt')}
        defaultValue={localValue(first.endAt)}
      />
      <FormField
        {...form.field('requiredPercent')}
        type="number"
        min={1}
        max={100}
        label={t('live:form.requiredPercent')}
        hint={t('live:form.requiredHint')}
        defaultValue={first.requiredPercent}
      />
      <label className="flex items-center gap-2 text-sm sm:mt-8 sm:self-start">
        <input
          type="checkbox"
          className="checkbox checkbox-sm"
          name="recordingCounts"
          defaultChecked={first.recordingCounts}
        />
        {t('live:form.recordingCounts')}
      </label>
      <SubmitButton {...form.submit} className="justify-self-start sm:col-span-2">
        {t(session ? 'live:form.save' : 'live:form.plan')}
      </SubmitButton>
    </form>
  );
}

/** Says changes of the history of a live class in words. */
export function useLiveChange(timeZone: string) {
  const t = useT();
  const locale = useLocale();
  return ({ name, before, after }: Change): ChangeText => {
    const text = (value: Change['after']) =>
      typeof value === 'boolean'
        ? t(value ? 'admin:history.yes' : 'admin:history.no')
        : name === 'startAt' || name === 'endAt'
          ? dateTimeText(String(value), timeZone, locale)
          : String(value ?? '');
    const label = PARTS.some((part) => part === name) ? t(`live:form.${name}`) : name;
    return { label, before: text(before), after: text(after) };
  };
}

export default island(SessionForm);
