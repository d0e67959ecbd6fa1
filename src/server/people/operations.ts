import { people } from '#src/contract/people.ts';
import { peopleMerge } from '#src/contract/people-merge.ts';
import { peopleInvitation } from '#src/contract/people-invitation.ts';
import { takePhoneSearch } from '#src/server/account/person/phone-search.ts';
import type { Context } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { implement } from '#src/server/core/implement.ts';
import {
  cancelPlannedTransfer,
  endSessionsOf,
  resetFactorOf,
  resetPasswordOf,
  savePerson,
  saveStatus,
  transferPerson,
  viewConsequences,
} from './change-person.ts';
import { changePeople, sumConsequences } from './change-people.ts';
import { invitePerson, pageInvitations, revokePersonInvitation } from './invitations.ts';
import { mergePeople, planMerge } from './merge/merge-people.ts';
import { exportPeople } from './people-export.ts';
import { pagePeople } from './page-people.ts';
import {
  pageAttemptsOf,
  pageCertificatesOf,
  pageCoursesOf,
  pageSessionsOf,
  pageSignInsOf,
  pageTasksOf,
} from './person-records.ts';
import { viewActivity } from './view-activity.ts';
import { viewPerson } from './view-person.ts';

/** An operation whose filter may contain a complete phone number: the number of such searches is limited. */
const searching = <I extends Searched, R>(run: (ctx: Context, input: I) => Promise<R>) => ({
  ownTransaction: async (ctx: Omit<Context, 'db'>, input: I) => {
    await takePhoneSearch(ctx, input.keyword ?? input.found?.filter.keyword);
    return withTenant(ctx.tenant.id, (db) => run({ ...ctx, db }, input));
  },
});
type Searched = { keyword?: string | undefined; found?: { filter: { keyword?: string | undefined } } | undefined };

export const peopleOperations = implement(people, {
  'POST /user/auth/people/page': searching(pagePeople),
  'GET /people/auth/activity/view': viewActivity,
  'GET /user/auth/people/view': viewPerson,
  'POST /user/auth/people/save': savePerson,
  'POST /user/auth/people/consequences': viewConsequences,
  'PUT /user/auth/people/status': saveStatus,
  'POST /user/auth/people/transfer': transferPerson,
  'DELETE /user/auth/people/transfer/cancel': cancelPlannedTransfer,
  'POST /user/auth/people/password/reset': { ownTransaction: resetPasswordOf },
  'POST /user/auth/people/factor/reset': { ownTransaction: resetFactorOf },
  'POST /user/auth/people/session/end': endSessionsOf,
  'POST /user/auth/people/bulk/consequences': searching(sumConsequences),
  'POST /user/auth/people/bulk/save': searching(changePeople),
  'POST /user/auth/people/export': searching(exportPeople),
  'POST /user/auth/people/course/page': pageCoursesOf,
  'POST /user/auth/people/task/page': pageTasksOf,
  'POST /user/auth/people/exam/page': pageAttemptsOf,
  'POST /user/auth/people/certificate/page': pageCertificatesOf,
  'POST /user/auth/people/sign-in/page': pageSignInsOf,
  'POST /user/auth/people/session/page': pageSessionsOf,
});

export const peopleInvitationOperations = implement(peopleInvitation, {
  'POST /people/auth/invitation/send': (ctx, { userId, ...asked }) => invitePerson(ctx, userId, asked, ctx.origin),
  'PUT /people/auth/invitation/revoke': revokePersonInvitation,
  'POST /people/auth/invitation/page': pageInvitations,
});

export const peopleMergeOperations = implement(peopleMerge, {
  'POST /people/auth/merge/plan': planMerge,
  'POST /people/auth/merge/apply': mergePeople,
});
