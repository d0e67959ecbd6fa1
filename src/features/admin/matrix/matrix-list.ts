import { REQUIREMENT_STATES, type RequirementState } from '#src/contract/rules/requirement.ts';
import type { Data } from '#src/contract/calls.ts';
import { id, listQuery, oneOf, type StateOf, text } from '#src/lib/list-query.ts';

/* The query of `/admin/matrix`, and the calls that it makes. */

export type MatrixPage = Data<'POST /course/auth/requirement/matrix/page'>;
export type MatrixRow = MatrixPage['list'][number];
export type MatrixFilter = {
  keyword?: string;
  departmentId?: string;
  positionId?: string;
  requirementId?: string;
  state?: RequirementState;
  /** As of this day. */
  on?: string;
};

/** For `filters`: a calendar day. */
export const day = (value: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

export const MATRIX = listQuery<MatrixFilter>({
  path: '/admin/matrix',
  filters: {
    ...{ keyword: text(100), departmentId: id, positionId: id, requirementId: id },
    ...{ state: oneOf(REQUIREMENT_STATES), on: day },
  },
});

/** People of one page, unless the user has chosen another number. */
const PEOPLE = 50;

export const matrixPage = ({ filter, size = PEOPLE, page }: StateOf<typeof MATRIX>) =>
  ['POST /course/auth/requirement/matrix/page', { ...filter, pageCurrent: page, pageSize: size }] as const;

export const matrixTotal = ({ filter: { state: _, ...filter } }: StateOf<typeof MATRIX>) =>
  ['POST /course/auth/requirement/matrix/total', filter] as const;

export const choiceList = () => ['GET /course/auth/requirement/choices', {}] as const;
