import type { analysis } from '#src/contract/analysis.ts';
import type { Inputs, Scene } from '../scene.ts';

const byExam = ({ world }: Scene) => ({ examId: world.exam.id });

export const analysisInputs: Inputs<keyof typeof analysis> = {
  'POST /exam/auth/exam/analysis/page': () => ({}),
  'GET /exam/auth/exam/analysis/view': byExam,
  'GET /exam/auth/exam/analysis/results/view': byExam,
  'POST /exam/auth/exam/analysis/candidate/page': byExam,
  'POST /exam/auth/exam/analysis/candidate/export': byExam,
  'POST /exam/auth/exam/analysis/question/export': byExam,
};
