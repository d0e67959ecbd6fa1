import '#src/components/table-scroll.css';
import { useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import type { Data } from '#src/contract/calls.ts';
import { MERGE_COUNTS, MERGE_FIELDS, type MergeField } from '#src/contract/rules/merge.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateText } from '#src/lib/dates.ts';
import { type Person, PersonField, type Search } from '../../people/PersonField.tsx';
import { peopleChanged } from './effects.ts';
import { Effects } from './TransferDialog.tsx';

const PLAN = 'POST /people/auth/merge/plan';
type Plan = Data<typeof PLAN>;
type Side = Plan['kept'];
type Props = { userId: string; name: string; timeZone: string; onClose: () => void };

/** People that are shown at once. */
const MOST = 8;

/** Merges another record of the same person into this one: which one, what is kept of each field, and what that changes. */
export function PersonMerge({ userId, name, timeZone, onClose }: Props) {
  const t = useT();
  const [other, setOther] = useState<Person | null>(null);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [alert, setAlert] = useState('');
  const look = useAction(async (otherId: string) => {
    try {
      setPlan(await api(PLAN, { userId, otherId }, { isShowErrTip: false }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setAlert(Object.values(error.fields)[0] ?? error.message);
    }
  });
  return (
    <ActionDialog title={t('people:merge.title', { name })} onClose={onClose} className="max-w-3xl">
      <FormAlert text={alert} />
      {plan ? (
        <Compare
          {...{ plan, timeZone, onClose }}
          onBack={() => setPlan(null)}
          onStale={(text) => {
            setAlert(text);
            void look.run(plan.other.userId);
          }}
        />
      ) : (
        <>
          <p>{t('people:merge.hint', { name })}</p>
          <PersonField
            chosen={other}
            onChoose={setOther}
            search={findOthers(userId)}
            hint={t('people:merge.searchHint')}
            placeholder={t('people:pick.person')}
          />
          <div className="modal-action mt-0">
            <button type="button" className="btn btn-ghost" onClick={onClose}>
              {t('common:cancel')}
            </button>
            <button
              type="button"
              className="btn btn-primary"
              disabled={!other}
              aria-disabled={look.isPending}
              onClick={() => {
                setAlert('');
                void look.run(other!.userId);
              }}
            >
              {t('people:merge.compare')}
            </button>
          </div>
        </>
      )}
    </ActionDialog>
  );
}

/** Members of any status: the other record is often a disabled one. */
const searches = new Map<string, Search>();
function findOthers(userId: string): Search {
  // One function for each member: the field searches again when it changes.
  if (!searches.has(userId))
    searches.set(userId, async (keyword) =>
      (await api('POST /user/auth/people/page', { keyword, pageSize: MOST })).list.filter(
        (each) => each.userId !== userId,
      ),
    );
  return searches.get(userId)!;
}

type CompareProps = {
  plan: Plan;
  timeZone: string;
  onBack: () => void;
  /** It would change something else by now. */
  onStale: (text: string) => void;
  onClose: () => void;
};

function Compare({ plan, timeZone, onBack, onStale, onClose }: CompareProps) {
  const t = useT();
  const locale = useLocale();
  const { kept, other, counts, problem, takesPhone } = plan;
  const textOf = useTextOf();
  const differing = MERGE_FIELDS.filter((field) => textOf(kept, field) !== textOf(other, field));
  // What the kept record lacks is taken.
  const [take, setTake] = useState<MergeField[]>(() =>
    differing.filter((field) => !textOf(kept, field) && (field !== 'phone' || takesPhone)),
  );
  const choose = (field: MergeField, isOther: boolean) =>
    setTake(isOther ? [...take, field] : take.filter((each) => each !== field));
  const apply = useAction(async () => {
    try {
      const pair = { userId: kept.userId, otherId: other.userId };
      await api('POST /people/auth/merge/apply', { ...pair, plan: plan.plan, take }, { isShowErrTip: false });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onStale(Object.values(error.fields)[0] ?? error.message);
      return;
    }
    notify(t('people:merge.done'), 'success');
    peopleChanged();
    onClose();
  });
  const head = (side: Side, role: 'kept' | 'other') => (
    <th scope="col">
      <span className="block">{t(`people:merge.${role}`)}</span>
      <span className="block text-sm font-normal text-muted">
        {t('people:merge.since', { day: dateText(side.gmtCreate, timeZone, locale) })}
      </span>
    </th>
  );
  const effects = [
    t('people:merge.effect.first'),
    ...MERGE_COUNTS.filter((name) => (counts[name] ?? 0) > 0).map((name) =>
      t(`people:merge.effect.${name}`, { count: counts[name] }),
    ),
  ];
  return (
    <>
      <div className="table-scroll" role="group" aria-label={t('people:merge.fields')} tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('people:merge.field')}</th>
              {head(kept, 'kept')}
              {head(other, 'other')}
            </tr>
          </thead>
          <tbody>
            {MERGE_FIELDS.map((field) => {
              const isChoice = differing.includes(field);
              const cell = (side: Side, isOther: boolean) => {
                const text = textOf(side, field) || t('people:person.none');
                if (!isChoice) return <td>{text}</td>;
                return (
                  <td>
                    <label className="flex items-start gap-2">
                      <input
                        type="radio"
                        name={field}
                        className="radio mt-0.5 radio-sm"
                        checked={take.includes(field) === isOther}
                        disabled={isOther && field === 'phone' && !takesPhone}
                        onChange={() => choose(field, isOther)}
                      />
                      <span className="break-words">{text}</span>
                    </label>
                  </td>
                );
              };
              return (
                <tr key={field}>
                  <th scope="row" className="font-medium">
                    {t(`people:import.field.${field}`)}
                  </th>
                  {cell(kept, false)}
                  {cell(other, true)}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {other.phone && !takesPhone && <p className="text-sm text-muted">{t('people:merge.phoneStays')}</p>}
      {problem ? (
        <p role="alert" className="alert alert-soft alert-error">
          {t(`people:merge.problem.${problem}`)}
        </p>
      ) : (
        <Effects texts={effects} />
      )}
      <div className="modal-action mt-0">
        <button type="button" className="btn btn-ghost" onClick={onBack}>
          {t('people:merge.back')}
        </button>
        <button
          type="button"
          className="btn btn-error"
          disabled={problem !== null}
          aria-disabled={apply.isPending}
          onClick={() => void apply.run()}
        >
          {t('people:act.merge')}
        </button>
      </div>
    </>
  );
}

/** Returns the text of a field of a record. */
function useTextOf() {
  const t = useT();
  return (side: Side, field: MergeField): string => {
    switch (field) {
      case 'sex':
        return t(`people:sex.${side.sex}`);
      case 'userType':
        return t(`enum:userType.${side.userType}`);
      case 'position':
        return side.post ?? '';
      case 'superior':
        return side.superiorName ?? '';
      default:
        return side[field] ?? '';
    }
  };
}
