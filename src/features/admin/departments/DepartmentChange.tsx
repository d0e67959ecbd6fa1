import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { notify } from '#src/client/notify.ts';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import type { Translate } from '#src/i18n/format.ts';
import { useT } from '#src/i18n/island.tsx';
import { Confirm } from '../kit/Confirm.tsx';

type Change = OperationInput<'POST /user/auth/organisation/department/plan'>;
type Consequences = Data<'POST /user/auth/organisation/department/plan'>;
/** A change of a department with what it does. */
export type Planned = { kind: 'change'; change: Change; consequences: Consequences };

type Props = Planned & { onChanged: (id: string) => void; onClose: () => void };

/** Says what a change of a department does, and applies it exactly so. */
export function DepartmentChange({ change, consequences, onChanged, onClose }: Props) {
  const t = useT();
  const name = consequences.before.split('/').at(-1)!;
  return (
    <Confirm
      title={t(`organisation:department.confirm.${change.kind}`, { name })}
      consequences={effects(consequences, change.kind, t)}
      action={t(`organisation:department.action.${change.kind}`)}
      onConfirm={async () => {
        const input = { ...change, plan: consequences.plan };
        try {
          onChanged((await api('POST /user/auth/organisation/department/change', input, { isShowErrTip: false })).id);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          notify(Object.values(error.fields)[0] ?? error.message, 'error');
        }
      }}
      onClose={onClose}
    />
  );
}

function effects({ before, after, names, ...counts }: Consequences, kind: Change['kind'], t: Translate): string[] {
  const text = (key: string, count: number) =>
    count > 0 ? [t(`organisation:department.effect.${key}`, { count })] : [];
  return [
    ...(kind === 'move' ? [t('organisation:department.effect.path', { before, after: after ?? '' })] : []),
    ...(kind === 'merge' ? [t('organisation:department.effect.into', { before, after: after ?? '' })] : []),
    ...(kind === 'close' ? [t('organisation:department.effect.closed')] : []),
    ...text(kind === 'merge' ? 'mergedMembers' : 'members', counts.memberCount),
    ...text('departments', counts.departmentCount),
    ...(names.length > 0
      ? [t('organisation:department.effect.sameNames', { names: names.join(t('organisation:comma')) })]
      : []),
    ...text('exams', counts.examCount),
    ...text('tasks', counts.taskCount),
    ...text('grants', counts.grantCount),
    ...(kind === 'merge' ? [t('organisation:department.effect.noUndo')] : []),
  ];
}
