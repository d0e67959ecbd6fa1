import { describe, expect, it } from 'vitest';
import { isAllowedAtTerminal, isBadge, isPin, isSimplePin } from './terminal.ts';

const ALL = { allowsStudy: true, allowsExams: true };
const NONE = { allowsStudy: false, allowsExams: false };

describe('what a session at a terminal may ask for', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/en'],
    ['HEAD', '/en/home/'],
    ['GET', '/terminal'],
    ['PUT', '/gateway/user/auth/terminal/session/end'],
    ['POST', '/gateway/user/auth/announcement/user/record/wait/read/count'],
  ])('%s %s always', (method, path) => {
    expect(isAllowedAtTerminal(method, path, NONE)).toBe(true);
  });

  it.each([
    ['GET', '/en/watch/course', 'allowsStudy'],
    ['GET', '/account/task/3', 'allowsStudy'],
    ['POST', '/gateway/course/auth/study/player/report', 'allowsStudy'],
    ['GET', '/account/exam/3', 'allowsExams'],
    ['GET', '/test/id', 'allowsExams'],
    ['POST', '/gateway/exam/auth/user/exam/answer/save', 'allowsExams'],
  ] as const)('%s %s with %s', (method, path, right) => {
    expect(isAllowedAtTerminal(method, path, NONE)).toBe(false);
    expect(isAllowedAtTerminal(method, path, { ...NONE, [right]: true })).toBe(true);
    expect(isAllowedAtTerminal(method, path, { ...ALL, [right]: false })).toBe(false);
  });

  it.each([
    ['GET', '/account'],
    ['GET', '/admin'],
    ['GET', '//admin'],
    ['GET', '/test/%63ontrol'],
    ['GET', '/watch/%'],
    ['GET', '/en/admin/terminals'],
    ['GET', '/test/control'],
    ['GET', '/test/pack/3'],
    ['GET', '/calendar/classes.ics'],
    ['POST', '/terminal'],
    ['PUT', '/gateway/user/auth/user/info/update/password'],
    ['PUT', '/gateway/user/auth/pin/save'],
    ['POST', '/gateway/course/auth/study/note/export'],
    ['POST', '/gateway/data/auth/export/record/page'],
    ['GET', '/gateway/something/new'],
  ])('%s %s never', (method, path) => {
    expect(isAllowedAtTerminal(method, path, ALL)).toBe(false);
  });
});

it('a PIN has six digits, and is simple when they are equal or in a row', () => {
  expect(['123456', '000000', '705318'].every(isPin)).toBe(true);
  expect(['12345', '1234567', '12345a', ' 123456'].some(isPin)).toBe(false);
  expect(['111111', '123456', '987654', '012345'].every(isSimplePin)).toBe(true);
  expect(['111112', '123465', '901234', '705318'].some(isSimplePin)).toBe(false);
});

it('a badge has thirty digits', () => {
  expect(isBadge('1'.repeat(30))).toBe(true);
  expect(['1'.repeat(29), '1'.repeat(31), `${'1'.repeat(29)}a`].some(isBadge)).toBe(false);
});
