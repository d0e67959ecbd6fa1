import { expect, it } from 'vitest';
import { errorCode, errorText, isForOperator, OperatorError } from './operator-error.ts';

it('is recognised, also if another copy of the class created it', () => {
  const error = new OperatorError('The port is taken.');
  expect([error.name, error.message]).toEqual(['OperatorError', 'The port is taken.']);
  expect(isForOperator(error)).toBe(true);
  expect(isForOperator(Object.assign(new Error('x'), { forOperator: true }))).toBe(true);
  for (const other of [new Error('x'), { forOperator: true }, null, 'x']) expect(isForOperator(other)).toBe(false);
});

it('the code of an error is a string or undefined', () => {
  expect(errorCode(Object.assign(new Error('x'), { code: 'ENOSPC' }))).toBe('ENOSPC');
  for (const other of [new Error('x'), { code: 5 }, null, undefined]) expect(errorCode(other)).toBeUndefined();
});

it('any thrown value has a text', () => {
  expect([errorText(new Error('broken')), errorText('x'), errorText(null)]).toEqual(['broken', 'x', 'null']);
});
