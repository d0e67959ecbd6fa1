import { centre } from '#src/contract/centre.ts';
import { implement } from '#src/server/core/implement.ts';
import { exportCentre } from './exports.ts';
import { pageCentreCertificates, pageCentreExams, pageCentreHours, pageCentreTasks } from './page-records.ts';
import { pageCentrePeople, viewCentrePerson } from './people-list.ts';
import { pageCentreSeats, viewCentre } from './seat-list.ts';

export const centreOperations = implement(centre, {
  'GET /course/auth/centre/view': viewCentre,
  'POST /course/auth/centre/people/page': pageCentrePeople,
  'GET /course/auth/centre/person/view': viewCentrePerson,
  'POST /course/auth/centre/seat/page': pageCentreSeats,
  'POST /course/auth/centre/task/page': pageCentreTasks,
  'POST /course/auth/centre/exam/page': pageCentreExams,
  'POST /course/auth/centre/hour/page': pageCentreHours,
  'POST /course/auth/centre/certificate/page': pageCentreCertificates,
  'POST /course/auth/centre/export': exportCentre,
});
