import { exam } from '#src/contract/exam.ts';
import { implement } from '#src/server/core/implement.ts';
import { countExams } from './count-exams.ts';
import { listExams } from './list-exams.ts';
import { listLateAnswers } from './list-late-answers.ts';
import { listMarking } from './list-marking.ts';
import { saveAnswers } from './save-answers.ts';
import { saveMarks } from './save-marks.ts';
import { saveSwitch } from './save-switch.ts';
import { startExam } from './start-exam.ts';
import { submitExam } from './submit-exam.ts';
import { takeOverAttempt } from './take-over-attempt.ts';
import { viewAttempt } from './view-attempt.ts';
import { viewExam } from './view-exam.ts';
import { viewMarking } from './view-marking.ts';
import { viewResult } from './view-result.ts';

export const examOperations = implement(exam, {
  'POST /exam/auth/user/exam/task/record/current/user/count': countExams,
  'POST /exam/auth/user/exam/task/record/page': listExams,
  'GET /exam/auth/user/exam/view': viewExam,
  'POST /exam/auth/user/exam/start': { ownTransaction: startExam },
  'GET /exam/auth/user/exam/attempt/view': viewAttempt,
  'POST /exam/auth/user/exam/attempt/take-over': takeOverAttempt,
  'POST /exam/auth/user/exam/answer/save': { ownTransaction: saveAnswers },
  'POST /exam/auth/user/exam/submit': submitExam,
  'POST /exam/auth/user/exam/switch/save': saveSwitch,
  'GET /exam/auth/user/exam/result/view': viewResult,
  'POST /exam/auth/exam/marking/page': listMarking,
  'GET /exam/auth/exam/marking/view': viewMarking,
  'GET /exam/auth/exam/marking/late/page': listLateAnswers,
  'POST /exam/auth/exam/marking/save': saveMarks,
});
