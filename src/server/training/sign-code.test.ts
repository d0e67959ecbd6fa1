import { expect, it } from 'vitest';
import { changesIn, looksTyped, readToken, readTyped, signToken, stepOf, STEP_MS, typedCode } from './sign-code.ts';

const of = { enterpriseId: 'e1', sessionId: 's1' };
/** The beginning of a step. */
const START = new Date('2026-11-23T06:00:00.000Z');
const after = (ms: number) => new Date(START.getTime() + ms);

it('changes every 15 s', () => {
  expect(stepOf(after(STEP_MS - 1))).toBe(stepOf(START));
  expect(stepOf(after(STEP_MS))).toBe(stepOf(START) + 1);
  expect([changesIn(START), changesIn(after(14_999))]).toEqual([15_000, 1]);
});

it('accepts a code in its step and in the next one, and never before', () => {
  const token = signToken(of, 'in', START);
  expect(readToken(of, token, START)).toBe('in');
  expect(readToken(of, token, after(29_999))).toBe('in');
  expect(readToken(of, token, after(30_000))).toBe('expired');
  // The clock of the server was set back.
  expect(readToken(of, token, after(-1))).toBe('expired');
  expect(readToken(of, signToken(of, 'out', START), START)).toBe('out');
});

it('refuses codes of another session, tenant or mode, and changed ones', () => {
  const token = signToken(of, 'in', START);
  expect(readToken({ ...of, sessionId: 's2' }, token, START)).toBe('wrong');
  expect(readToken({ ...of, enterpriseId: 'e2' }, token, START)).toBe('wrong');
  expect(readToken(of, token.replace(/^i/, 'o'), START)).toBe('wrong');
  // A later step with the signature of this one.
  const later = signToken(of, 'in', after(STEP_MS)).split('.')[0]!;
  expect(readToken(of, [later, ...token.split('.').slice(1)].join('.'), after(STEP_MS))).toBe('wrong');
  for (const text of ['', 'i', `${token}x`, token.slice(0, -1), '../..', 'i0.aaaaaaaa.'.padEnd(55, 'a')])
    expect(readToken(of, text, START), text).toBe('wrong');
  expect(signToken(of, 'in', START)).not.toBe(token);
});

it('has a code to type with the same life, read in any notation', () => {
  const code = typedCode(of, 'in', START);
  expect(code).toMatch(/^[A-HJKMNP-Z2-9]{6}$/);
  expect(readTyped(of, code, after(29_999))).toBe('in');
  expect(readTyped(of, ` ${code.slice(0, 3).toLowerCase()} -${code.slice(3)}`, START)).toBe('in');
  expect(readTyped(of, code, after(30_000))).toBeNull();
  expect(readTyped(of, code, after(-1))).toBeNull();
  expect(readTyped({ ...of, sessionId: 's2' }, code, START)).toBeNull();
  expect(readTyped(of, typedCode(of, 'out', START), START)).toBe('out');
  expect([looksTyped(code), looksTyped(signToken(of, 'in', START))]).toEqual([true, false]);
});
