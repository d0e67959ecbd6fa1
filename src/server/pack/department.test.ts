import { expect, it } from 'vitest';
import { departmentPath, departmentsAbove } from './department.ts';

it.each([
  ['装配车间', '装配车间'],
  [' 总部 / 华东／ 上海 ', '总部/华东/上海'],
  ['/总部//华东/', '总部/华东'],
  [' / ', ''],
])('the path of %j is %j', (text, path) => {
  expect(departmentPath(text)).toBe(path);
  expect(departmentPath(path)).toBe(path);
});

it('the departments above end with the department itself', () => {
  expect(departmentsAbove('总部/华东/上海')).toEqual(['总部', '总部/华东', '总部/华东/上海']);
  expect(departmentsAbove('装配车间')).toEqual(['装配车间']);
});
