import { question } from '#src/contract/question.ts';
import { implement } from '#src/server/core/implement.ts';
import { pageBanks, saveBank, viewBank } from './bank/banks.ts';
import { deleteBank, viewBankUses } from './bank/delete-bank.ts';
import { changeQuestions, viewQuestionUses } from './edit/change-questions.ts';
import { pageQuestions, pageVersions, viewQuestion } from './edit/list-questions.ts';
import { previewQuestion, saveQuestion } from './edit/save-question.ts';
import { pageGrid } from './grid/page-grid.ts';
import { readGrid } from './grid/read-grid.ts';
import { saveGrid } from './grid/save-grid.ts';
import { keepSimilar, pageSimilar } from './similar/page-similar.ts';
import { uploadMedium } from './store-medium.ts';
import { confirmImport, viewImport } from './transfer/confirm-import.ts';
import { exportQuestions, viewTemplate } from './transfer/export-questions.ts';
import { uploadImport } from './transfer/upload-import.ts';

export const questionOperations = implement(question, {
  'POST /exam/auth/question/bank/page': pageBanks,
  'GET /exam/auth/question/bank/view': viewBank,
  'POST /exam/auth/question/bank/save': saveBank,
  'GET /exam/auth/question/bank/uses': viewBankUses,
  'PUT /exam/auth/question/bank/delete': deleteBank,
  'POST /exam/auth/question/page': pageQuestions,
  'GET /exam/auth/question/view': viewQuestion,
  'POST /exam/auth/question/save': { ownTransaction: saveQuestion },
  'POST /exam/auth/question/grid/page': pageGrid,
  'POST /exam/auth/question/grid/save': { ownTransaction: saveGrid },
  'POST /exam/auth/question/grid/read': { ownTransaction: readGrid },
  'POST /exam/auth/question/similar/page': { ownTransaction: pageSimilar },
  'POST /exam/auth/question/similar/keep': keepSimilar,
  'POST /exam/auth/question/version/page': pageVersions,
  'POST /exam/auth/question/bulk/save': changeQuestions,
  'POST /exam/auth/question/bulk/uses': viewQuestionUses,
  'POST /exam/auth/question/preview': { ownTransaction: previewQuestion },
  'POST /exam/auth/question/file/upload': { ownTransaction: uploadMedium },
  'POST /exam/auth/question/import/upload': { ownTransaction: uploadImport },
  'POST /exam/auth/question/import/view': viewImport,
  'POST /exam/auth/question/import/confirm': { ownTransaction: confirmImport },
  'POST /exam/auth/question/download': { ownTransaction: exportQuestions },
  'GET /exam/auth/question/template': viewTemplate,
});
