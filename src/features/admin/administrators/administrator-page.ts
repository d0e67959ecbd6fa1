import type { Data } from '#src/contract/calls.ts';

export type Administrator = Data<'POST /user/auth/enterprise/administrator/page'>['list'][number];

/** The call of the list of `/admin/administrators`. */
export const administratorPage = (page: number) =>
  ['POST /user/auth/enterprise/administrator/page', { pageCurrent: page }] as const;
