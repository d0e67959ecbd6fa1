import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { expect, it } from 'vitest';
import { databaseErrorOf, withoutValues } from './database-error.ts';

function failed(code: string, message: string, value: string) {
  const cause = new pg.DatabaseError(message, message.length, 'error');
  Object.assign(cause, { code, detail: `Key (phone)=(${value}) already exists.`, routine: 'some_routine' });
  return new DrizzleQueryError('insert into person (phone) values ($1)', [value], cause);
}
/** Everything that a log could print of an error. */
const whole = (error: Error) => [error.stack, error.message, JSON.stringify(error), JSON.stringify(error.cause)].join();

it('keeps the statement and the SQLSTATE, and none of the values', () => {
  const error = withoutValues(failed('23505', 'duplicate key value violates "person_phone"', "138\n    at $& O'Neill"));
  expect(error.message).toBe(
    'Failed query: insert into person (phone) values ($1)\nSQLSTATE 23505: duplicate key value violates "person_phone"',
  );
  expect(error.stack).toContain('database-error.test.ts');
  expect(whole(error)).not.toMatch(/138|Neill/);
});

it('drops the message of an invalid value, which quotes it', () => {
  const error = withoutValues(failed('22P02', 'invalid input syntax for type uuid: "my secret"', 'my secret'));
  expect(error.message).toContain('SQLSTATE 22P02: invalid value (some_routine)');
  expect(whole(error)).not.toContain('my secret');
});

it('finds the error of the database behind others', () => {
  const error = failed('53100', 'could not extend file', 'x');
  expect(databaseErrorOf(new Error('outer', { cause: error }))?.code).toBe('53100');
  expect(databaseErrorOf(new Error('other'))).toBeUndefined();
});
