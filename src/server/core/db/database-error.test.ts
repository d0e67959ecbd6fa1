import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { expect, it } from 'vitest';
import { databaseErrorOf, withoutValues } from './database-error.ts';

function failed(code: string, message: string, value: string) {
  const cause = new pg.DatabaseError(message, message.length, 'error');
  Object.assign(cause, { code, detail: `Key (phone)=(${value}) already exists.`, routine: 'some_routine' });
  return new DrizzleQueryError('insert into person (phone) values ($1)', [value], cause);
}
/** Everything of an error that a log could print. */
const whole = (error: Error) => [error.stack, error.message, JSON.stringify(error), JSON.stringify(error.cause)].join();

it('keeps the statement and the SQLSTATE, and removes the values', () => {
  const error = withoutValues(failed('23505', 'duplicate key value violates "person_phone"', "138\n    at $& O'Neill"));
  expect(error.message).toBe(
    'Failed query: insert into person (phone) values ($1)\nSQLSTATE 23505: duplicate key value violates "person_phone"',
  );
  expect(error.stack).toContain('database-error.test.ts');
  expect(whole(error)).not.toMatch(/138|Neill/);
});

it('removes the message of an invalid value, because it quotes the value', () => {
  const error = withoutValues(failed('22P02', 'invalid input syntax for type uuid: "my secret"', 'my secret'));
  expect(error.message).toContain('SQLSTATE 22P02: invalid value (some_routine)');
  expect(whole(error)).not.toContain('my secret');
});

it('finds a database error in the cause chain of another error', () => {
  const error = failed('53100', 'could not extend file', 'x');
  expect(databaseErrorOf(new Error('outer', { cause: error }))?.code).toBe('53100');
  expect(databaseErrorOf(new Error('other'))).toBeUndefined();
});

it('removes the parameters from the error and from the message in its stack', () => {
  const error = withoutValues(failed('23505', 'duplicate key', 'my secret'));
  expect(error.params).toEqual([]);
  expect(error.stack!.split('\n').slice(0, 3).join('\n')).toContain(error.message);
});

it('keeps the message of a cause that is no database error, and accepts a missing cause', () => {
  const lost = new DrizzleQueryError('select $1', ['my secret'], new Error('Connection terminated'));
  expect(withoutValues(lost).message).toBe('Failed query: select $1\nConnection terminated');
  const bare = new DrizzleQueryError('select $1', ['my secret']);
  expect(withoutValues(bare).message).toBe('Failed query: select $1\n');
  expect(whole(lost) + whole(bare)).not.toContain('my secret');
});

it('accepts a database error without drizzle’s wrapper, code, routine or stack', () => {
  const plain = Object.assign(new pg.DatabaseError('invalid input: "my secret"', 0, 'error'), {
    code: '22P02',
    detail: 'my secret',
    where: 'my secret',
    internalQuery: 'my secret',
  });
  delete plain.stack;
  expect(withoutValues(plain)).toBe(plain);
  expect(plain).toMatchObject({
    message: 'invalid value (unknown routine)',
    detail: undefined,
    where: undefined,
    internalQuery: undefined,
    stack: undefined,
  });
  expect(withoutValues(new pg.DatabaseError('gone', 0, 'error')).message).toBe('gone');
});

it('does not change other errors', () => {
  const other = Object.assign(new Error('x'), { detail: 'kept', code: '22P02' });
  expect(withoutValues(other)).toMatchObject({ message: 'x', detail: 'kept' });
  expect(withoutValues(null)).toBeNull();
});
