import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { useForm } from '#src/client/use-form.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { APPROVERS, isRole, MAX_STEPS, WITH_LECTURER } from '#src/contract/rules/flow.ts';
import { PersonField } from '#src/features/people/PersonField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { ConflictView } from '../kit/ConflictView.tsx';
import { FieldGroup, SelectField } from '../kit/fields.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { useConflict } from '../kit/use-conflict.ts';
import type { Data } from '#src/contract/calls.ts';

type Given = Pick<Chain['steps'][number], 'approver' | 'userId' | 'userName'>;
type Step = Given & { key: number };
const versionOf = ({ steps, revision }: Chain) => ({ values: steps, revision });

/** Changes the approval steps of new requests of a type. */
export function ChainDialog({ chain, onClose }: { chain: Chain; onClose: () => void }) {
  const t = useT();
  const { flowType, pendingCount } = chain;
  const [steps, setSteps] = useState<Step[]>(() => keyed(chain.steps, 0));
  const [nextKey, setNextKey] = useState(steps.length);
  const { revision, conflict, compare, resolve } = useConflict<Given[]>(versionOf(chain), async () =>
    versionOf((await api(CHAINS, {})).find((each) => each.flowType === flowType)!),
  );
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async () => {
      const given = steps.map(({ approver, userId }) => ({ approver, userId: approver === 'member' ? userId : null }));
      try {
        await api('PUT /user/auth/flow/chain/save', { flowType, revision: revision!, steps: given });
      } catch (error) {
        if (!(await compare(error, steps))) throw error;
        return;
      } finally {
        // Also after a conflict: the list behind the dialog shows what the other one has saved.
        invalidate(CHAINS);
      }
      notify(t('flow:chain.saved'), 'success');
      onClose();
    },
  });
  const change = (at: number, changed: Partial<Step>) =>
    setSteps(steps.map((step, n) => (n === at ? { ...step, ...changed } : step)));
  const move = (at: number, to: number) => {
    const next = [...steps];
    next.splice(to, 0, ...next.splice(at, 1));
    setSteps(next);
  };
  const add = () => {
    setSteps([...steps, { approver: 'administrator', userId: null, userName: null, key: nextKey }]);
    setNextKey(nextKey + 1);
  };
  const use = (next: Given[]) => {
    setSteps(keyed(next, nextKey));
    setNextKey(nextKey + next.length);
    resolve();
  };
  const choices = APPROVERS.filter((each) => each !== 'lecturer' || WITH_LECTURER.includes(flowType));
  const title = t('flow:chain.changeOf', { type: t(`flow:type.${flowType}`) });
  if (conflict) {
    const { base, mine, theirs } = conflict;
    const [own, before, other] = [mine, base.values, theirs.values].map((list) =>
      list.map((step) => step.userName ?? t(`flow:chain.approver.${step.approver}`)).join('\n'),
    ) as [string, string, string];
    const steps = { name: 'steps', label: t('flow:chain.title'), mine: own, theirs: other, isTheirs: own === before };
    return (
      <ActionDialog title={title} onClose={onClose}>
        <ConflictView
          title={t('flow:chain.conflict')}
          intro={t('flow:chain.conflictHint')}
          differences={own === other ? [] : [steps]}
          onMerge={(taken) => use(taken.has('steps') ? theirs.values : mine)}
        />
      </ActionDialog>
    );
  }
  return (
    <FormDialog title={title} action={t('flow:chain.save')} form={form} onClose={onClose}>
      {pendingCount > 0 && (
        <p className="alert alert-soft alert-info">{t('flow:chain.pending', { count: pendingCount })}</p>
      )}
      {steps.length === 0 && <p className="text-muted">{t('flow:chain.one')}</p>}
      <ol className="flex flex-col gap-4">
        {steps.map(({ key, approver, userId, userName }, at) => (
          <li key={key}>
            <FieldGroup
              label={t('flow:chain.step', { n: at + 1 })}
              hint={isRole(approver) ? t('flow:chain.roleHint') : undefined}
              className="flex flex-col gap-3"
            >
              <div className="flex items-end gap-1">
                <div className="grow">
                  <SelectField
                    {...form.field(`steps.${at}.approver`)}
                    label={t('flow:chain.who')}
                    value={approver}
                    options={choices.map((value) => ({ value, label: t(`flow:chain.approver.${value}`) }))}
                    onChange={(value) => change(at, { approver: value })}
                  />
                </div>
                <button
                  type="button"
                  className="btn btn-square btn-ghost"
                  aria-label={t('flow:chain.up', { n: at + 1 })}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                >
                  <Icon name="chevron-up" className="size-4" />
                </button>
                <button
                  type="button"
                  className="btn btn-square btn-ghost"
                  aria-label={t('flow:chain.remove', { n: at + 1 })}
                  onClick={() => setSteps(steps.filter((_, n) => n !== at))}
                >
                  <Icon name="close" className="size-4" />
                </button>
              </div>
              {approver === 'member' && (
                <FieldGroup {...form.field(`steps.${at}.userId`)} label={t('flow:chain.person')}>
                  <PersonField
                    chosen={userId === null ? null : { userId, userName: userName ?? '' }}
                    placeholder={t('flow:chain.find')}
                    onChoose={(person) =>
                      change(at, { userId: person?.userId ?? null, userName: person?.userName ?? null })
                    }
                  />
                </FieldGroup>
              )}
            </FieldGroup>
          </li>
        ))}
      </ol>
      {steps.length < MAX_STEPS && (
        <button type="button" className="btn self-start btn-sm" onClick={add}>
          {t('flow:chain.add')}
        </button>
      )}
      <p className="text-sm text-muted">{t('flow:chain.nobody')}</p>
    </FormDialog>
  );
}

const keyed = (steps: Given[], first: number): Step[] =>
  steps.map(({ approver, userId, userName }, n) => ({ approver, userId, userName, key: first + n }));

export const CHAINS = 'GET /user/auth/flow/chain/list';
export type Chain = Data<typeof CHAINS>[number];
