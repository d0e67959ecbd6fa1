import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { ApiError } from '#src/client/api-error.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { EVERY, MAX_RECIPIENTS } from '#src/contract/rules/report.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import { type Person, PersonField } from '#src/features/people/PersonField.tsx';
import { CheckField, FieldGroup, SelectField } from '../kit/fields.tsx';
import { findManagedPeople } from '../kit/find-people.ts';
import { ConflictView } from '../kit/ConflictView.tsx';
import { useConflict } from '../kit/use-conflict.ts';
import { messageOf, type Saved, VIEW } from './report-list.ts';

const SAVE = 'POST /report/auth/report/schedule/save';
const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);

type Times = NonNullable<Saved['schedule']>;
/** Null: it is not sent. */
type Plan = { times: Times | null; people: Person[] };
type Props = { saved: Saved; timeZone: string; onClose: () => void };

const FIRST: Times = { every: 'week', day: 1, hour: 8, format: 'xlsx', isPaused: false };
const planOf = ({ schedule, recipients }: Pick<Saved, 'schedule' | 'recipients'>): Plan => ({
  ...{ times: schedule, people: recipients },
});
const inputOf = ({ times, people }: Plan) => times && { ...times, recipients: people.map(({ userId }) => userId) };

/** When a report is sent, to whom, and in which format. What somebody else has saved meanwhile is shown beside what was chosen. */
export function ReportSchedule({ saved, timeZone, onClose }: Props) {
  const { id } = saved;
  const t = useT();
  const locale = useLocale();
  const { base, conflict, compare, resolve } = useConflict<Plan>({ values: planOf(saved) }, async () => ({
    values: planOf(await api(VIEW, { id })),
  }));
  const schedule = base.values.times;
  const [times, setTimes] = useState(schedule ?? FIRST);
  const [people, setPeople] = useState<Person[]>(base.values.people);
  const change = (more: Partial<typeof times>) => setTimes({ ...times, ...more });
  const [alert, setAlert] = useState('');
  const { run: save, isPending } = useAction(async (isOver: boolean) => {
    const mine: Plan = { times: isOver ? null : times, people };
    try {
      const input = { id, schedule: inputOf(mine), was: inputOf(base.values) };
      await api(SAVE, input, { isShowErrTip: false });
    } catch (error) {
      if (await compare(error, mine)) return;
      if (error instanceof ApiError) setAlert(messageOf(error));
      throw error;
    }
    notify(t(isOver ? 'reports:schedule.ended' : 'reports:schedule.saved'), 'success');
    onClose();
  });
  if (conflict) {
    const { mine, theirs } = conflict;
    const timesText = ({ times: at }: Plan) => {
      if (!at) return t('reports:schedule.none');
      const day = at.every === 'week' ? t(`reports:schedule.weekdayName.${at.day}`) : at.every === 'month' && at.day;
      const hour = `${String(at.hour).padStart(2, '0')}:00`;
      const parts = [t(`reports:schedule.everyName.${at.every}`), day, hour, at.format.toUpperCase()];
      return [...parts, at.isPaused && t('reports:schedule.isPaused')].filter(Boolean).join(' · ');
    };
    const namesText = (plan: Plan) => plan.people.map(({ userName }) => userName).join('\n');
    const differences = (['times', 'people'] as const)
      .map((name) => {
        const text = name === 'times' ? timesText : namesText;
        const [own, other] = [text(mine), text(theirs.values)];
        const label = t(name === 'times' ? 'reports:schedule.every' : 'reports:schedule.recipients');
        return { name, label, mine: own, theirs: other, isTheirs: own === text(conflict.base.values) };
      })
      .filter((each) => each.mine !== each.theirs);
    return (
      <ActionDialog title={t('reports:schedule.title')} onClose={onClose} className="max-w-xl">
        <ConflictView
          title={t('admin:conflict.title')}
          intro={t('admin:conflict.intro')}
          differences={differences}
          onMerge={(taken) => {
            setTimes((taken.has('times') ? theirs.values.times : mine.times) ?? FIRST);
            setPeople((taken.has('people') ? theirs.values : mine).people);
            resolve();
          }}
        />
      </ActionDialog>
    );
  }
  return (
    <ActionDialog title={t('reports:schedule.title')} onClose={onClose} className="max-w-xl">
      <p className="text-sm text-muted">{t('reports:schedule.hint')}</p>
      <FormAlert text={alert} />
      {saved.nextAt && <p>{t('reports:schedule.next', { time: dateTimeText(saved.nextAt, timeZone, locale) })}</p>}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('reports:schedule.every')}
          value={times.every}
          onChange={(every) => change({ every, day: 1 })}
          options={EVERY.map((value) => ({ value, label: t(`reports:schedule.everyName.${value}`) }))}
        />
        {times.every === 'week' && (
          <SelectField
            label={t('reports:schedule.weekday')}
            value={times.day}
            onChange={(day) => change({ day })}
            options={upTo(1, 7).map((value) => ({ value, label: t(`reports:schedule.weekdayName.${value}`) }))}
          />
        )}
        {times.every === 'month' && (
          <SelectField
            label={t('reports:schedule.monthday')}
            value={times.day}
            onChange={(day) => change({ day })}
            options={upTo(1, 28).map((value) => ({ value, label: String(value) }))}
          />
        )}
        <SelectField
          label={t('reports:schedule.hour', { zone: timeZone })}
          value={times.hour}
          onChange={(hour) => change({ hour })}
          options={upTo(0, 23).map((value) => ({ value, label: `${String(value).padStart(2, '0')}:00` }))}
        />
        <SelectField
          label={t('reports:schedule.format')}
          value={times.format}
          onChange={(format) => change({ format })}
          options={(['xlsx', 'csv'] as const).map((value) => ({ value, label: value.toUpperCase() }))}
        />
      </div>
      <FieldGroup label={t('reports:schedule.recipients')} className="flex flex-col gap-2">
        <ul className="flex flex-wrap gap-2">
          {people.map(({ userId, userName }) => (
            <li key={userId} className="badge gap-1 pe-1">
              {userName}
              <button
                type="button"
                className="btn btn-circle btn-ghost btn-xs"
                aria-label={t('reports:schedule.remove', { name: userName })}
                onClick={() => setPeople(people.filter((each) => each.userId !== userId))}
              >
                <Icon name="close" className="size-3" />
              </button>
            </li>
          ))}
        </ul>
        {people.length < MAX_RECIPIENTS && (
          <PersonField
            key={people.length}
            chosen={null}
            onChoose={(person) => {
              if (person && !people.some(({ userId }) => userId === person.userId)) setPeople([...people, person]);
            }}
            placeholder={t('reports:schedule.add')}
            search={findManagedPeople}
          />
        )}
      </FieldGroup>
      <CheckField
        label={t('reports:schedule.isPaused')}
        value={times.isPaused}
        onChange={(isPaused) => change({ isPaused })}
      />
      <div className="modal-action mt-0">
        {schedule && (
          <button
            type="button"
            className="btn me-auto btn-ghost"
            aria-disabled={isPending}
            onClick={() => void save(true)}
          >
            {t('reports:schedule.end')}
          </button>
        )}
        <button
          type="button"
          className="btn btn-primary"
          disabled={people.length === 0}
          aria-disabled={isPending}
          onClick={() => void save(false)}
        >
          {t('reports:schedule.save')}
        </button>
      </div>
    </ActionDialog>
  );
}
