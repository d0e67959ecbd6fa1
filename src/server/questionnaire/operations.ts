import { questionnaire } from '#src/contract/questionnaire.ts';
import { implement } from '#src/server/core/implement.ts';
import { pageQuestionnaires } from './page-questionnaires.ts';
import { pageWaiting } from './page-waiting.ts';
import { exportAnswers } from './request-answer-export.ts';
import { seeResults } from './see-results.ts';
import { submitQuestionnaire } from './submit-questionnaire.ts';
import { viewQuestionnaire } from './view-questionnaire.ts';
import { viewResults } from './view-results.ts';

export const questionnaireOperations = implement(questionnaire, {
  'GET /course/auth/questionnaire/view': viewQuestionnaire,
  'POST /course/auth/questionnaire/submit': submitQuestionnaire,
  'POST /course/auth/questionnaire/page': pageQuestionnaires,
  'POST /course/auth/questionnaire/waiting/page': pageWaiting,
  'GET /course/auth/questionnaire/results/view': viewResults,
  'PUT /course/auth/questionnaire/results/see': seeResults,
  'POST /course/auth/questionnaire/results/export': exportAnswers,
});
