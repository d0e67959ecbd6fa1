import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { useForm } from '#src/client/use-form.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Coaching, OnChanged } from './coaching-calls.ts';

type Goal = Coaching['goals'][number];
const STATES = ['open', 'inProgress', 'reached', 'dropped'] as const;
/** Only the mentor decides these. */
const DECIDED: readonly Goal['state'][] = ['reached', 'dropped'];
const TONES = { open: 'badge-ghost', inProgress: 'badge-info', reached: 'badge-success', dropped: 'badge-ghost' };

type Props = { coaching: Coaching; mayChange: boolean; onChanged: OnChanged };

/** The goals of a coaching with their states. */
export function GoalList({ coaching, mayChange, onChanged }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const [isAdding, setAdding] = useState(false);
  return (
    <section aria-labelledby="coaching-goals" className="paper">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-4 sm:px-6">
        <h2 id="coaching-goals" className="text-lg font-semibold">
          {t('coaching:goals.title')}
        </h2>
        {mayChange && (
          <button type="button" className="btn btn-sm" disabled={!hydrated} onClick={() => setAdding(true)}>
            {t('coaching:goals.add')}
          </button>
        )}
      </div>
      {coaching.goals.length === 0 ? (
        <p className="p-4 text-sm text-muted sm:px-6">{t('coaching:goals.none')}</p>
      ) : (
        <ul className="divide-y divide-base-300 pb-1">
          {coaching.goals.map((goal) => (
            <GoalRow key={goal.id} {...{ goal, mayChange, onChanged }} isMentor={coaching.role === 'mentor'} />
          ))}
        </ul>
      )}
      {isAdding && <GoalDialog id={coaching.id} onClose={() => setAdding(false)} onChanged={onChanged} />}
    </section>
  );
}

type RowProps = { goal: Goal; isMentor: boolean; mayChange: boolean; onChanged: OnChanged };

function GoalRow({ goal, isMentor, mayChange, onChanged }: RowProps) {
  const t = useT();
  const hydrated = useHydrated();
  const save = useAction(async (state: Goal['state']) => {
    onChanged(await api('PUT /course/auth/coaching/goal/state', { id: goal.id, state }));
    notify(t('coaching:goals.saved'), 'success');
  });
  const maySet = mayChange && (isMentor || !DECIDED.includes(goal.state));
  const states = isMentor ? STATES : STATES.filter((state) => !DECIDED.includes(state));
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
      <span
        className={`min-w-0 grow basis-40 break-words ${goal.state === 'dropped' ? 'text-muted line-through' : ''}`}
      >
        {goal.title}
      </span>
      {maySet ? (
        <select
          className="select select-sm w-auto"
          aria-label={t('coaching:goals.stateOf', { title: goal.title })}
          disabled={!hydrated || save.isPending}
          key={goal.state}
          defaultValue={goal.state}
          onChange={({ target }) => void save.run(target.value as Goal['state'])}
        >
          {states.map((state) => (
            <option key={state} value={state}>
              {t(`coaching:goals.state.${state}`)}
            </option>
          ))}
        </select>
      ) : (
        <span className={`badge badge-sm badge-soft ${TONES[goal.state]}`}>
          {t(`coaching:goals.state.${goal.state}`)}
        </span>
      )}
    </li>
  );
}

function GoalDialog({ id, onClose, onChanged }: { id: string; onClose: () => void; onChanged: OnChanged }) {
  const t = useT();
  const { form, field, alert, submit } = useForm({
    send: async (values) => {
      const input = { coachingId: id, title: String(values.get('title')) };
      const changed = await api('POST /course/auth/coaching/goal/save', input, { isShowErrTip: false });
      notify(t('coaching:goals.added'), 'success');
      onClose();
      onChanged(changed);
    },
    fallback: t('common:operationFailed'),
  });
  return (
    <ActionDialog title={t('coaching:goals.add')} onClose={onClose}>
      <form {...form} className="flex flex-col gap-4">
        <FormAlert text={alert} />
        <FormField {...field('title')} label={t('coaching:goals.label')} maxLength={200} required />
        <SubmitButton {...submit}>{t('coaching:goals.save')}</SubmitButton>
      </form>
    </ActionDialog>
  );
}
