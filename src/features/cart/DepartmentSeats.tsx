import { useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Departments } from './PeoplePicker.tsx';

type Plan = Data<'POST /course/auth/order/seat/department/plan'>;
type Props = {
  orderId: string;
  courseId: string;
  title: string;
  departments: Departments;
  onGiven: () => void;
  onClose: () => void;
};

/** Assigns seats to all people of a department: shows before who gets one and who has one. */
export function DepartmentSeats({ orderId, courseId, title, departments, onGiven, onClose }: Props) {
  const t = useT();
  const [department, setDepartment] = useState('');
  const [plan, setPlan] = useState<Plan | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!department) return undefined;
    let current = true;
    api('POST /course/auth/order/seat/department/plan', { orderId, courseId, department }).then(
      (found) => current && setPlan(found),
      // The toast has said why.
      () => current && setDepartment(''),
    );
    return () => {
      current = false;
    };
  }, [orderId, courseId, department, round]);
  const { run, isPending } = useAction(async ({ getCount }: Plan) => {
    try {
      await api('POST /course/auth/order/seat/department/save', { orderId, courseId, department, getCount });
    } catch (error) {
      // People or seats have changed: the preview is read again.
      setRound((n) => n + 1);
      throw error;
    }
    onGiven();
  });
  const missing = plan ? plan.getCount - plan.free : 0;
  return (
    <ActionDialog title={t('order:department.title')} onClose={onClose}>
      <p className="text-sm break-words text-muted">{title}</p>
      <select
        value={department}
        onChange={(event) => {
          setPlan(null);
          setDepartment(event.target.value);
        }}
        aria-label={t('order:picker.department')}
        className="select w-full"
      >
        <option value="">{t('order:department.choose')}</option>
        {departments.map((one) => (
          <option key={one.department} value={one.department}>
            {`${one.department} (${one.memberCount})`}
          </option>
        ))}
      </select>
      <div role="status" className="flex flex-col gap-3">
        {plan && (
          <>
            <Named text={t('order:department.get', { count: plan.getCount })} people={plan.get} of={plan.getCount} />
            {plan.haveCount > 0 && (
              <Named
                text={t('order:department.have', { count: plan.haveCount })}
                people={plan.have}
                of={plan.haveCount}
              />
            )}
            {missing > 0 && (
              <p className="alert alert-warning">
                {t('order:department.short', { needed: plan.getCount, free: plan.free, missing })}
              </p>
            )}
          </>
        )}
      </div>
      <div className="modal-action mt-0">
        <button type="button" className="btn btn-ghost" onClick={onClose}>
          {t('common:cancel')}
        </button>
        <button
          type="button"
          className="btn btn-primary"
          disabled={!plan || plan.getCount === 0 || missing > 0}
          aria-disabled={isPending}
          onClick={() => void (isPending || run(plan!))}
        >
          {t('order:department.give', { count: plan?.getCount ?? 0 })}
        </button>
      </div>
    </ActionDialog>
  );
}

function Named({ text, people, of }: { text: string; people: Plan['get']; of: number }) {
  const t = useT();
  const names = people.map(({ userName }) => userName).join(t('order:separator'));
  return (
    <div>
      <p className="font-medium tabular-nums">{text}</p>
      <p className="max-h-32 overflow-y-auto text-sm break-words text-muted">
        {names + (of > people.length ? ' …' : '')}
      </p>
    </div>
  );
}
