import { requirement } from '#src/contract/requirement.ts';
import { requirementEvidence } from '#src/contract/requirement-evidence.ts';
import { requirementMessage } from '#src/contract/requirement-message.ts';
import { implement } from '#src/server/core/implement.ts';
import { changePeople, endExemption } from './change-people.ts';
import { changePhase, deleteRequirement } from './change-phase.ts';
import { explainState } from './explain.ts';
import { signEvidence } from './evidence.ts';
import { exportLapses } from './lapse-export.ts';
import { countLapses, pageLapses } from './lapses.ts';
import { exportMatrix } from './matrix-export.ts';
import { countMatrix, pageMatrix } from './matrix.ts';
import { listChoices, pagePeople, pageRequirements, pageSubjects, viewRequirement } from './page-requirements.ts';
import { listOfPerson, listOwn } from './person.ts';
import { renewCourse } from './renew-course.ts';
import { previewRequirement } from './preview-requirement.ts';
import { countReminded, sendTest } from './reminder/by-hand.ts';
import { exportMessages } from './reminder/message-export.ts';
import { listOfReports, pageMessages } from './reminder/message-log.ts';
import { saveRequirement } from './save-requirement.ts';

export const requirementOperations = implement(requirement, {
  'POST /course/auth/requirement/page': pageRequirements,
  'GET /course/auth/requirement/view': viewRequirement,
  'POST /course/auth/requirement/save': saveRequirement,
  'POST /course/auth/requirement/preview': previewRequirement,
  'POST /course/auth/requirement/phase': changePhase,
  'DELETE /course/auth/requirement/delete': deleteRequirement,
  'GET /course/auth/requirement/choices': listChoices,
  'POST /course/auth/requirement/subject/page': pageSubjects,
  'POST /course/auth/requirement/people/page': pagePeople,
  'POST /course/auth/requirement/matrix/page': pageMatrix,
  'POST /course/auth/requirement/matrix/total': countMatrix,
  'GET /course/auth/requirement/why': explainState,
  'POST /course/auth/requirement/person': listOfPerson,
  'POST /course/auth/requirement/own': listOwn,
  'POST /course/auth/requirement/own/renew': renewCourse,
  'POST /course/auth/requirement/lapse/page': pageLapses,
  'POST /course/auth/requirement/lapse/day': countLapses,
  'POST /course/auth/requirement/bulk/save': changePeople,
  'POST /course/auth/requirement/exemption/end': endExemption,
});

export const requirementMessageOperations = implement(requirementMessage, {
  'POST /course/auth/requirement/message/page': pageMessages,
  'POST /course/auth/requirement/message/export': exportMessages,
  'POST /course/auth/requirement/message/count': countReminded,
  'POST /course/auth/requirement/message/test': sendTest,
  'POST /course/auth/requirement/report/own': listOfReports,
});

export const requirementEvidenceOperations = implement(requirementEvidence, {
  'POST /course/auth/requirement/matrix/export': exportMatrix,
  'POST /course/auth/requirement/lapse/export': exportLapses,
  'POST /course/auth/requirement/evidence/sign': signEvidence,
});
