import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { notify } from '#src/client/notify.ts';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Planned } from './DepartmentChange.tsx';

/** Asks what a change does. @returns null when it is refused; the reason is shown */
export async function planOf(
  given: Pick<OperationInput<'POST /user/auth/organisation/department/plan'>, 'kind' | 'id'> & {
    targetId?: string | null;
  },
): Promise<Planned | null> {
  const change = { targetId: null, ...given };
  try {
    const consequences = await api('POST /user/auth/organisation/department/plan', change, { isShowErrTip: false });
    return { kind: 'change', change, consequences };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify(Object.values(error.fields)[0] ?? error.message, 'error');
    return null;
  }
}
