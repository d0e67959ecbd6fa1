import { exam } from '#src/contract/exam.ts';
import { examEvidence } from '#src/contract/exam-evidence.ts';
import { examHall } from '#src/contract/exam-hall.ts';
import { implement } from '#src/server/core/implement.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { examAccommodation } from '#src/contract/exam-accommodation.ts';
import { examChoices } from '#src/contract/exam-choices.ts';
import { examAdmin } from '#src/contract/exam-admin.ts';
import { endAccommodation, listAccommodations, saveAccommodation } from './accommodations.ts';
import { checkExam, previewPaper } from './admin/check-exam.ts';
import { listBankQuestions, listExamChoices } from './admin/choices.ts';
import { listExamsToManage } from './admin/list-exams.ts';
import { deleteExam, viewExamUses } from './admin/delete-exam.ts';
import { viewFormerSettings } from './admin/former-settings.ts';
import { publishExam } from './admin/publish-exam.ts';
import { replaceQuestion } from './admin/replace-question.ts';
import { saveExam } from './admin/save-exam.ts';
import { startTrial } from './admin/start-trial.ts';
import { viewSchedule } from './admin/view-schedule.ts';
import { viewExamSettings } from './admin/view-settings.ts';
import { listAllowances, saveAllowance } from './allowances.ts';
import { appealSwitch } from './appeal-switch.ts';
import { viewOpenAttempt } from './attempt/open-attempt.ts';
import { confirmReceived } from './attempt/confirm-received.ts';
import { countExams } from './count-exams.ts';
import { decideSwitch } from './decide-switch.ts';
import { offerDisputeFile } from './offer-dispute-file.ts';
import { listExams } from './list-exams.ts';
import { listSwitches } from './list-switches.ts';
import { signingPublicKey } from '#src/server/core/signed-file.ts';
import { saveAnswers } from './save-answers.ts';
import { saveBreak } from './attempt/save-break.ts';
import { saveChoices } from './save-choices.ts';
import { saveSwitch } from './save-switch.ts';
import { startExam } from './start-exam.ts';
import { submitExam } from './submit-exam.ts';
import { takeOverAttempt } from './take-over-attempt.ts';
import { viewAttempt } from './view-attempt.ts';
import { viewHall } from './view-hall.ts';
import { viewExam } from './view-exam.ts';
import { viewLastAttempt } from './view-last-attempt.ts';
import { viewResult } from './view-result.ts';

export const examOperations = implement(exam, {
  'POST /exam/auth/user/exam/task/record/current/user/count': countExams,
  'POST /exam/auth/user/exam/task/record/page': listExams,
  'POST /exam/auth/user/exam/task/record/export': (ctx, input) => requestExport(ctx, 'exams', input),
  'GET /exam/auth/user/exam/view': viewExam,
  'GET /exam/auth/user/exam/attempt/last/view': viewLastAttempt,
  'GET /exam/auth/user/exam/result/view': viewResult,
});

export const examHallOperations = implement(examHall, {
  'POST /exam/auth/user/exam/start': { ownTransaction: startExam },
  'GET /exam/auth/user/exam/attempt/open': viewOpenAttempt,
  'GET /exam/auth/user/exam/attempt/view': viewAttempt,
  'POST /exam/auth/user/exam/attempt/take-over': takeOverAttempt,
  'GET /exam/auth/user/exam/hall/view': viewHall,
  'POST /exam/auth/user/exam/attempt/received': { ownTransaction: confirmReceived },
  'POST /exam/auth/user/exam/answer/save': { ownTransaction: saveAnswers },
  'POST /exam/auth/user/exam/submit': { ownTransaction: submitExam },
  'POST /exam/auth/user/exam/switch/save': saveSwitch,
});

export const examEvidenceOperations = implement(examEvidence, {
  'POST /exam/auth/exam/switch/page': listSwitches,
  'POST /exam/auth/user/exam/switch/appeal': appealSwitch,
  'POST /exam/auth/exam/switch/decide': decideSwitch,
  'GET /exam/auth/exam/evidence/pack': offerDisputeFile,
  'GET /exam/api/evidence/key': () => ({ algorithm: 'Ed25519' as const, publicKey: signingPublicKey() }),
});

export const examAccommodationOperations = implement(examAccommodation, {
  'POST /exam/auth/exam/accommodation/page': listAccommodations,
  'POST /exam/auth/exam/accommodation/save': saveAccommodation,
  'PUT /exam/auth/exam/accommodation/end': endAccommodation,
  'POST /exam/auth/exam/allowance/page': listAllowances,
  'POST /exam/auth/exam/allowance/save': saveAllowance,
  'POST /exam/auth/user/exam/break/save': saveBreak,
});

export const examChoicesOperations = implement(examChoices, {
  'POST /exam/auth/user/exam/choices/save': { ownTransaction: saveChoices },
});

export const examAdminOperations = implement(examAdmin, {
  'POST /exam/auth/exam/admin/page': listExamsToManage,
  'GET /exam/auth/exam/admin/view': viewExamSettings,
  'GET /exam/auth/exam/admin/former': viewFormerSettings,
  'POST /exam/auth/exam/admin/save': saveExam,
  'PUT /exam/auth/exam/admin/publish': publishExam,
  'GET /exam/auth/exam/admin/uses': viewExamUses,
  'PUT /exam/auth/exam/admin/delete': deleteExam,
  'POST /exam/auth/exam/admin/schedule/view': viewSchedule,
  'POST /exam/auth/exam/admin/trial/start': startTrial,
  'GET /exam/auth/exam/admin/check': checkExam,
  'GET /exam/auth/exam/admin/preview': previewPaper,
  'GET /exam/auth/exam/admin/choices': listExamChoices,
  'POST /exam/auth/exam/admin/question/replace': replaceQuestion,
  'POST /exam/auth/exam/admin/question/page': listBankQuestions,
});
