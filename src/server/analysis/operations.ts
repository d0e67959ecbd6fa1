import { analysis } from '#src/contract/analysis.ts';
import { implement } from '#src/server/core/implement.ts';
import { pageCandidates } from './page-candidates.ts';
import { pageExams } from './page-exams.ts';
import { exportCandidates, exportQuestions } from './request-exports.ts';
import { viewAnalysis } from './view-analysis.ts';
import { viewResults } from './view-results.ts';

export const analysisOperations = implement(analysis, {
  'POST /exam/auth/exam/analysis/page': pageExams,
  'GET /exam/auth/exam/analysis/view': viewAnalysis,
  'GET /exam/auth/exam/analysis/results/view': viewResults,
  'POST /exam/auth/exam/analysis/candidate/page': pageCandidates,
  'POST /exam/auth/exam/analysis/candidate/export': exportCandidates,
  'POST /exam/auth/exam/analysis/question/export': exportQuestions,
});
