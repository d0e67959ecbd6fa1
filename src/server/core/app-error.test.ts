import { expect, it } from 'vitest';
import { AppError, httpStatus, notFound } from './app-error.ts';

it('has code, key and the given options', () => {
  const error = new AppError(429, 'tooManyTries', {
    params: { minutes: 3 },
    fields: [{ field: 'code', key: 'wrongCode' }],
    retryAfter: 180,
  });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    message: '429 tooManyTries',
    code: 429,
    key: 'tooManyTries',
    params: { minutes: 3 },
    fields: [{ field: 'code', key: 'wrongCode' }],
    retryAfter: 180,
  });
  expect(notFound()).toMatchObject({ code: 404, key: 'notFound', params: {}, fields: [], retryAfter: undefined });
});

it('maps the code to an HTTP status; requests without a session get 401', () => {
  expect([300, 301].map(httpStatus)).toEqual([401, 401]);
  const others = [200, 403, 404, 409, 413, 415, 422, 429, 500, 503];
  expect(others.map(httpStatus)).toEqual(others);
});
