import { evaluation } from '#src/contract/evaluation.ts';
import { implement } from '#src/server/core/implement.ts';
import { saveAssessment, submitAssessment } from './assess.ts';
import { deleteEvidence } from './delete-upload.ts';
import { submitEvaluation, saveNote } from './submit-evaluation.ts';
import { listTaskAssessments } from './list-task.ts';
import { nameAssessor } from './name-assessor.ts';
import { pageEvaluations, pageResults, pageWaiting } from './page-evaluations.ts';
import { exportResults } from './result-export.ts';
import { startEvaluation } from './start-evaluation.ts';
import { confirmEvaluation, saveTalk } from './talk-and-confirm.ts';
import { viewEvaluation } from './view-evaluation.ts';
import { viewResource } from './view-resource.ts';

export const evaluationOperations = implement(evaluation, {
  'GET /course/auth/evaluation/resource/view': viewResource,
  'GET /course/auth/evaluation/task/list': listTaskAssessments,
  'POST /course/auth/evaluation/start': startEvaluation,
  'GET /course/auth/evaluation/view': viewEvaluation,
  'PUT /course/auth/evaluation/note/save': saveNote,
  'POST /course/auth/evaluation/submit': submitEvaluation,
  'DELETE /course/auth/evaluation/evidence/delete': { ownTransaction: deleteEvidence },
  'PUT /course/auth/evaluation/assessment/save': saveAssessment,
  'POST /course/auth/evaluation/assessment/submit': submitAssessment,
  'POST /course/auth/evaluation/talk/save': saveTalk,
  'POST /course/auth/evaluation/confirm': confirmEvaluation,
  'PUT /course/auth/evaluation/assessor/save': nameAssessor,
  'POST /course/auth/evaluation/page': pageEvaluations,
  'POST /course/auth/evaluation/waiting/page': pageWaiting,
  'POST /course/auth/evaluation/result/page': pageResults,
  'POST /course/auth/evaluation/result/export': exportResults,
});
