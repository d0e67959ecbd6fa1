import { expect, it } from 'vitest';
import { enterpriseKeyProblem } from './company.ts';

it.each(['abc', 'huaxin', 'blue-bay', '3m-china', 'a1-b2-c3', 'x'.repeat(30)])('accepts %s', (key) => {
  expect(enterpriseKeyProblem(key)).toBeNull();
});

it.each(['', 'ab', 'x'.repeat(31), '-abc', 'abc-', 'a--b', 'xn--fiq', 'Huaxin', '华信', 'a.b', 'a_b', 'a b'])(
  'rejects %j',
  (key) => {
    expect(enterpriseKeyProblem(key)).toBe('field.enterpriseKey');
  },
);

it.each(['www', 'admin', 'api', 'login', 'localhost', '12345'])('rejects the reserved key %s', (key) => {
  expect(enterpriseKeyProblem(key)).toBe('field.enterpriseKeyReserved');
});
