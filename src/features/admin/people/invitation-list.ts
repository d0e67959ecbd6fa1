import type { Data } from '#src/contract/calls.ts';
import {
  INVITATION_STATES,
  INVITATION_WAYS,
  type InvitationState,
  type InvitationWay,
} from '#src/contract/rules/invitation.ts';
import { listQuery, oneOf, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The query of `/admin/people/invitations`, and the call of its list. */

export const INVITATIONS_PAGE = 'POST /people/auth/invitation/page';
export type Invited = Data<typeof INVITATIONS_PAGE>['list'][number];
export type Order = 'userName' | 'invitedAt' | 'expiresAt';
type Filter = { keyword?: string; state?: InvitationState; way?: InvitationWay };

export const INVITATIONS = listQuery<Filter, Order>({
  path: '/admin/people/invitations',
  filters: { keyword: text(100), state: oneOf(INVITATION_STATES), way: oneOf(INVITATION_WAYS) },
  sorts: ['userName', 'invitedAt', 'expiresAt'],
});

export const invitationPage = (state: StateOf<typeof INVITATIONS>) => [INVITATIONS_PAGE, pageInput(state)] as const;
