import type { Data } from '#src/contract/calls.ts';

export type Evaluation = Data<'GET /course/auth/evaluation/view'>;
export type Rubric = Evaluation['rubric'];
export type Scores = Evaluation['assessments'][number]['scores'];

/** URL of an evaluation, or of their list (Chinese form). */
export const evaluationPath = (id?: string) => `/account/evaluations${id ? `/${id}` : ''}`;

/** Key of the state of an evaluation in `evaluation:state`. */
export const stateKey = ({ state, passed }: { state: string; passed: boolean | null }) =>
  state !== 'done' || passed === null ? state : passed ? 'passed' : 'failed';
