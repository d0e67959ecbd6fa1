import { expect, it } from 'vitest';
import { accessOf } from './page-access.ts';

it.each([
  ['/', 'open'],
  ['/account', 'enterprise'],
  ['/account/', 'enterprise'],
  // The list page, not an exam with the id "detail".
  ['/account/exam', 'open'],
  ['/account/exam/detail', 'enterprise'],
  ['/account/exam/0189', 'enterprise'],
  ['/redirect/account/exam', 'open'],
  ['/company/login', 'admin'],
  ['/admin/people/0189', 'people.read'],
  ['/test/marking', 'exams.manage'],
  ['/cart', 'organisation'],
  // The same pages, spelled differently.
  ['/%61dmin', 'manager'],
  ['//admin', 'manager'],
  ['/en', 'open'],
  ['/en/admin', 'manager'],
  ['/%65n/admin', 'manager'],
  ['//en//admin', 'manager'],
  ['/company/%6cogin/', 'admin'],
  ['/%E0%A4%A', null],
  ['/nowhere', null],
  ['/account/exam/0189/more', null],
])('accessOf(%s) is %s', (path, access) => {
  expect(accessOf(path)).toBe(access);
});
