import { expect, it } from 'vitest';
import { differencesOf, inputOf, merged, type PersonValues, valuesOf } from './person-form.ts';

const t = (key: string) => key;
const stored: PersonValues = {
  ...valuesOf(null),
  userName: '王小明',
  employeeNo: 'A-1',
  departmentId: { id: 'd1', name: '生产部' },
};

it('shows the fields that differ, with what only the others have changed chosen', () => {
  const mine = { ...stored, userName: '王晓明', departmentId: { id: 'd2', name: '质量部' } };
  const theirs = { ...stored, employeeNo: 'A-2', departmentId: null };
  expect(differencesOf(t, stored, mine, theirs)).toMatchObject([
    { name: 'userName', mine: '王晓明', theirs: '王小明', isTheirs: false },
    { name: 'employeeNo', mine: 'A-1', theirs: 'A-2', isTheirs: true },
    { name: 'departmentId', mine: '质量部', theirs: '', isTheirs: false },
  ]);
  expect(differencesOf(t, stored, mine, mine)).toEqual([]);
});

it('takes the chosen fields of the other version', () => {
  const mine = { ...stored, userName: '王晓明' };
  const theirs = { ...stored, employeeNo: 'A-2', departmentId: null };
  expect(merged(mine, theirs, new Set(['employeeNo', 'departmentId'] as const))).toEqual({
    ...mine,
    employeeNo: 'A-2',
    departmentId: null,
  });
});

it('sends ids', () => {
  expect(inputOf(stored)).toMatchObject({ userName: '王小明', departmentId: 'd1', positionId: null, superiorId: null });
});
