import { REQUIREMENT_PHASES, SUBJECT_KINDS } from '#src/contract/rules/requirement.ts';
import type { Data } from '#src/contract/calls.ts';
import { listQuery, oneOf, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The query of `/admin/requirements`, and the call of its list. */

export type Requirement = Data<'POST /course/auth/requirement/page'>['list'][number];
export type RequirementFilter = {
  keyword?: string;
  phase?: Requirement['phase'];
  kind?: (typeof SUBJECT_KINDS)[number];
};

export const REQUIREMENTS = listQuery<RequirementFilter, 'title'>({
  path: '/admin/requirements',
  filters: { keyword: text(100), phase: oneOf(REQUIREMENT_PHASES), kind: oneOf(SUBJECT_KINDS) },
  sorts: ['title'],
});

export const requirementPage = (state: StateOf<typeof REQUIREMENTS>) =>
  ['POST /course/auth/requirement/page', pageInput(state)] as const;
