import type { Data } from '#src/contract/calls.ts';
import { isUuid } from '#src/lib/uuid.ts';

/* The calls of `/admin/departments`, and its query: `?id=` is the selected department, `?closed=1` shows closed ones. */

export const LIST = 'GET /user/auth/organisation/department/list';
export type Department = Data<typeof LIST>['departments'][number];

export function readDepartments(search: string): { selected: string | null; withClosed: boolean } {
  const query = new URLSearchParams(search);
  const id = query.get('id') ?? '';
  return { selected: isUuid(id) ? id : null, withClosed: query.get('closed') === '1' };
}

export const departmentsPath = ({ selected, withClosed }: ReturnType<typeof readDepartments>): string => {
  const query = new URLSearchParams({
    ...(selected && { id: selected }),
    ...(withClosed && { closed: '1' }),
  }).toString();
  return `/admin/departments${query && `?${query}`}`;
};

export const departmentList = (withClosed: boolean) => [LIST, { withClosed: withClosed ? 'true' : 'false' }] as const;

/** The name of a department in the language of the page: its name in the other one, if the page is in that. */
export const nameIn = ({ name, otherName }: Pick<Department, 'name' | 'otherName'>, isOther: boolean): string =>
  (isOther && otherName) || name;
