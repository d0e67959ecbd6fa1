import { organisation } from '#src/contract/organisation.ts';
import { implement } from '#src/server/core/implement.ts';
import { changeDepartment, planDepartment, reopenDepartment } from './change-department.ts';
import { listDepartments, saveDepartment } from './departments.ts';
import { mergePosition, pagePositions, reopenPosition, savePosition } from './positions.ts';

export const organisationOperations = implement(organisation, {
  'GET /user/auth/organisation/department/list': listDepartments,
  'POST /user/auth/organisation/department/save': saveDepartment,
  'POST /user/auth/organisation/department/plan': planDepartment,
  'POST /user/auth/organisation/department/change': changeDepartment,
  'POST /user/auth/organisation/department/reopen': reopenDepartment,
  'POST /user/auth/organisation/position/page': pagePositions,
  'POST /user/auth/organisation/position/save': savePosition,
  'POST /user/auth/organisation/position/merge': mergePosition,
  'POST /user/auth/organisation/position/reopen': reopenPosition,
});
