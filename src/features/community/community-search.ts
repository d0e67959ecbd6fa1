import { api } from '#src/client/api.ts';
import type { Data } from '#src/contract/calls.ts';

export type Colleague = Data<'POST /community/auth/colleague/list'>[number];
export type SimilarQuestion = Data<'POST /community/auth/post/similar'>[number];

/* Searches while somebody types: an ended session or a lost connection is reported when they save, not here. */
const SILENT = { _No_dispose: true };

/** Colleagues by name, for mentions and invitations. */
export const findColleagues = (keyword: string): Promise<Colleague[]> =>
  api('POST /community/auth/colleague/list', { keyword }, SILENT);

/** Questions similar to a title. `except`: the question itself. */
export const findSimilar = (title: string, except?: string): Promise<SimilarQuestion[]> =>
  api('POST /community/auth/post/similar', { title, except }, SILENT);
