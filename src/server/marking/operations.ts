import { marking } from '#src/contract/marking.ts';
import { markingAppeal } from '#src/contract/marking-appeal.ts';
import { markingRegrade } from '#src/contract/marking-regrade.ts';
import { implement } from '#src/server/core/implement.ts';
import { answerAppeal } from './answer-appeal.ts';
import { countWaiting } from './count-waiting.ts';
import { listLateAnswers } from './list-late-answers.ts';
import { listMarking } from './list-marking.ts';
import { listOwnAppeals } from './list-appeals.ts';
import { openAnswer } from './open-answer.ts';
import { pageAppeals } from './page-appeals.ts';
import { pageMarkingExams } from './page-exams.ts';
import { pageSwitchAppeals } from './page-switch-appeals.ts';
import { pageWaitingPapers } from './page-waiting.ts';
import { publishMarks } from './publish-marks.ts';
import { pageOtherExams } from '#src/server/exam/regrade/page-other-exams.ts';
import { pageRegrades } from '#src/server/exam/regrade/page-regrades.ts';
import { previewRegrade, viewEffects } from '#src/server/exam/regrade/preview-regrade.ts';
import { saveRegrade } from '#src/server/exam/regrade/save-regrade.ts';
import { viewRegrade } from '#src/server/exam/regrade/view-regrade.ts';
import { saveAppeal } from './save-appeal.ts';
import { countEqual } from './equal-answers.ts';
import { saveMark } from './save-mark.ts';
import { saveMarks } from './save-marks.ts';
import { saveNote } from './save-note.ts';
import { saveRubric } from './save-rubric.ts';
import { viewMarking } from './view-marking.ts';
import { viewQueue } from './view-queue.ts';

export const markingOperations = implement(marking, {
  'POST /exam/auth/exam/marking/page': listMarking,
  'POST /exam/auth/exam/marking/waiting/page': pageWaitingPapers,
  'GET /exam/auth/exam/marking/waiting/count': countWaiting,
  'POST /exam/auth/exam/marking/switch/page': pageSwitchAppeals,
  'GET /exam/auth/exam/marking/view': viewMarking,
  'GET /exam/auth/exam/marking/late/page': listLateAnswers,
  'POST /exam/auth/exam/marking/save': saveMarks,
  'POST /exam/auth/exam/marking/exam/page': pageMarkingExams,
  'GET /exam/auth/exam/marking/queue/view': viewQueue,
  'POST /exam/auth/exam/marking/answer/open': openAnswer,
  'GET /exam/auth/exam/marking/answer/equal': countEqual,
  'POST /exam/auth/exam/marking/answer/save': saveMark,
  'POST /exam/auth/exam/marking/note/save': saveNote,
  'PUT /exam/auth/exam/marking/rubric/save': saveRubric,
  'POST /exam/auth/exam/marking/publish': publishMarks,
});

export const markingAppealOperations = implement(markingAppeal, {
  'POST /exam/auth/exam/marking/appeal/page': pageAppeals,
  'POST /exam/auth/exam/marking/appeal/answer': answerAppeal,
  'POST /exam/auth/user/exam/appeal/save': saveAppeal,
  'GET /exam/auth/user/exam/appeal/list': listOwnAppeals,
});

export const markingRegradeOperations = implement(markingRegrade, {
  'GET /exam/auth/exam/regrade/view': viewRegrade,
  'POST /exam/auth/exam/regrade/preview': previewRegrade,
  'POST /exam/auth/exam/regrade/effects': viewEffects,
  'POST /exam/auth/exam/regrade/exam/page': pageOtherExams,
  'POST /exam/auth/exam/regrade/save': saveRegrade,
  'POST /exam/auth/exam/regrade/page': pageRegrades,
});
