import type { Data, OperationInput } from '#src/contract/calls.ts';
import { INVITATION_STATES } from '#src/contract/rules/invitation.ts';
import { BUNDLES } from '#src/contract/rules/rights.ts';
import { day, id, listQuery, oneOf, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The query of `/admin/people`, and the calls of its list. */

export const PAGE = 'POST /user/auth/people/page';
export const VIEW = 'GET /user/auth/people/view';
export const DEPARTMENTS = 'GET /user/auth/organisation/department/list';

export type Row = Data<typeof PAGE>['list'][number];
/** Something that was chosen by its id. */
export type Named = { id: string; name: string };
type Asked = OperationInput<typeof PAGE>;
export type PeopleFilter = Omit<Asked, 'sort' | 'pageCurrent' | 'pageSize'>;

export const STATUSES = ['active', 'disabled'] as const;
export const TYPES = ['1', '2', '3'] as const;
export const ROLES = ['administrator', ...BUNDLES] as const;
export const MISSING = ['department', 'position', 'employeeNo', 'phone', 'signIn', 'password'] as const;
export const INVITATIONS = ['none', ...INVITATION_STATES] as const;

export type Order = 'userName' | 'employeeNo' | 'department' | 'post' | 'joinedOn';
export const PEOPLE = listQuery<PeopleFilter, Order>({
  path: '/admin/people',
  filters: {
    ...{ keyword: text(100), departmentId: id, positionId: id, superiorId: id, status: oneOf(STATUSES) },
    ...{ userType: oneOf(TYPES), role: oneOf(ROLES), joinedFrom: day, joinedTo: day, missing: oneOf(MISSING) },
    ...{ invitation: oneOf(INVITATIONS), addedBy: id },
  },
  sorts: ['userName', 'employeeNo', 'department', 'post', 'joinedOn'],
});

export const peoplePage = (state: StateOf<typeof PEOPLE>) => [PAGE, pageInput(state)] as const;
export const personView = (userId: string) => [VIEW, { userId }] as const;
