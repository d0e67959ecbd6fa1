import { practice } from '#src/contract/practice.ts';
import { implement } from '#src/server/core/implement.ts';
import { assessAnswer, checkAnswer, saveDraft } from './check-answer.ts';
import { pageBanks, viewBank } from './open-banks.ts';
import { pageMockExams } from './page-exams.ts';
import { pageMistakes, saveSetting, viewMistakes } from './page-mistakes.ts';
import { startPractice } from './start-practice.ts';
import { finishPractice, pagePractices, viewPractice } from './view-practice.ts';

export const practiceOperations = implement(practice, {
  'POST /exam/auth/user/practice/bank/page': pageBanks,
  'GET /exam/auth/user/practice/bank/view': viewBank,
  'POST /exam/auth/user/practice/exam/page': pageMockExams,
  'POST /exam/auth/user/practice/start': startPractice,
  'GET /exam/auth/user/practice/view': viewPractice,
  'POST /exam/auth/user/practice/page': pagePractices,
  'POST /exam/auth/user/practice/answer/save': saveDraft,
  'POST /exam/auth/user/practice/answer/check': checkAnswer,
  'POST /exam/auth/user/practice/answer/assess': assessAnswer,
  'POST /exam/auth/user/practice/finish': finishPractice,
  'POST /exam/auth/user/mistake/page': pageMistakes,
  'GET /exam/auth/user/mistake/view': viewMistakes,
  'PUT /exam/auth/user/mistake/setting/save': saveSetting,
});
