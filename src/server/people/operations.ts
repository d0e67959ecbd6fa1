import { people } from '#src/contract/people.ts';
import { implement } from '#src/server/core/implement.ts';
import {
  cancelPlannedTransfer,
  endSessionsOf,
  resetPasswordOf,
  savePerson,
  saveStatus,
  transferPerson,
  viewConsequences,
} from './change-person.ts';
import { changePeople, sumConsequences } from './change-people.ts';
import { exportPeople } from './people-export.ts';
import { pagePeople } from './page-people.ts';
import { pageAttemptsOf, pageCertificatesOf, pageCoursesOf, pageSessionsOf, pageTasksOf } from './person-records.ts';
import { viewPerson } from './view-person.ts';

export const peopleOperations = implement(people, {
  'POST /user/auth/people/page': pagePeople,
  'GET /user/auth/people/view': viewPerson,
  'POST /user/auth/people/save': savePerson,
  'POST /user/auth/people/consequences': viewConsequences,
  'PUT /user/auth/people/status': saveStatus,
  'POST /user/auth/people/transfer': transferPerson,
  'DELETE /user/auth/people/transfer/cancel': cancelPlannedTransfer,
  'POST /user/auth/people/password/reset': { ownTransaction: resetPasswordOf },
  'POST /user/auth/people/session/end': endSessionsOf,
  'POST /user/auth/people/bulk/consequences': sumConsequences,
  'POST /user/auth/people/bulk/save': changePeople,
  'POST /user/auth/people/export': exportPeople,
  'POST /user/auth/people/course/page': pageCoursesOf,
  'POST /user/auth/people/task/page': pageTasksOf,
  'POST /user/auth/people/exam/page': pageAttemptsOf,
  'POST /user/auth/people/certificate/page': pageCertificatesOf,
  'POST /user/auth/people/session/page': pageSessionsOf,
});
