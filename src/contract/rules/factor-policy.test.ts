import { describe, expect, it } from 'vitest';
import { factorDutyOf, type FactorPolicy, isAllowedWithoutFactor } from './factor-policy.ts';

const NOW = new Date('2031-05-01T00:00:00Z');
const BEFORE = new Date(NOW.getTime() - 1);
const policy = (scope: FactorPolicy['scope'], more: Partial<FactorPolicy> = {}) => ({
  ...{ scope, from: null, trustsProviders: false },
  ...more,
});
const learner = { enterpriseId: 'e', way: 'password', factor: null, isAdmin: false, grants: [] };
const admin = { ...learner, isAdmin: true };
const auditor = { ...learner, grants: [{ bundle: 'auditor' }] };

describe('what a session lacks', () => {
  it('depends on whom the enterprise requires a factor of', () => {
    const duties = (scope: FactorPolicy['scope']) =>
      [learner, admin, auditor].map((session) => factorDutyOf(policy(scope), session, NOW));
    expect(duties('off')).toEqual([null, null, null]);
    expect(duties('admin')).toEqual([null, 'roles', 'roles']);
    expect(duties('all')).toEqual(['all', 'all', 'all']);
  });

  it('is only announced before the day', () => {
    const due = policy('all', { from: NOW });
    expect([factorDutyOf(due, learner, BEFORE), factorDutyOf(due, learner, NOW)]).toEqual(['later', 'all']);
    expect(factorDutyOf(policy('admin', { from: NOW }), learner, BEFORE)).toBeNull();
  });

  it.each([
    ['a proven factor', { factor: 'recovery' }, false],
    ['another enterprise', { enterpriseId: null }, false],
    ['a shared terminal', { way: 'terminal' }, false],
    ['a provider that is trusted', { way: 'oidc' }, true],
  ])('is nothing with %s', (_what, more, trustsProviders) => {
    expect(factorDutyOf(policy('all', { trustsProviders }), { ...learner, ...more }, NOW)).toBeNull();
  });

  it.each(['oidc', 'wecom', 'dingtalk'])('is everything with %s that is not trusted', (way) => {
    expect(factorDutyOf(policy('all'), { ...learner, way }, NOW)).toBe('all');
  });

  it.each(['password', 'code', 'handoff', 'company'])('is not less after %s where providers are trusted', (way) => {
    expect(factorDutyOf(policy('all', { trustsProviders: true }), { ...learner, way }, NOW)).toBe('all');
  });
});

describe('without a factor', () => {
  const ID = '01890000-0000-7000-8000-0000000000bb';
  it.each([
    ['GET', '/account/factor'],
    ['GET', '/en/account/factor/'],
    ['HEAD', '/login'],
    ['GET', '/login/second'],
    ['GET', '/_astro/x.js'],
    ['GET', `/account/exam/${ID}`],
    ['PUT', '/gateway/user/auth/user/info/logout'],
    ['POST', '/gateway/user/auth/user/info/totp/confirm'],
    ['POST', '/gateway/user/auth/user/info/factor/prove'],
    ['POST', '/gateway/exam/auth/user/exam/answer/save'],
    ['POST', '/gateway/exam/auth/user/exam/submit'],
    ['GET', '/gateway/exam/auth/user/exam/attempt/view'],
  ])('%s %s is allowed', (method, path) => {
    expect(isAllowedWithoutFactor(method, path)).toBe(true);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/home'],
    ['GET', '/en/account'],
    ['GET', '/admin'],
    ['GET', '/account/exam/examSuccess'],
    ['GET', '/account/factor/more'],
    ['GET', '/calendar/classes.ics'],
    ['PUT', '/gateway/user/auth/user/info/update/phone'],
    ['PUT', '/gateway/user/auth/enterprise/factor/policy/save'],
    ['POST', '/gateway/exam/auth/user/exam/task/record/page'],
    ['POST', '/gateway/exam/auth/user/practice/answer/save'],
    ['GET', '/%E0%A4%A'],
  ])('%s %s is not', (method, path) => {
    expect(isAllowedWithoutFactor(method, path)).toBe(false);
  });

  it('files are allowed in an exam only', () => {
    expect(isAllowedWithoutFactor('GET', `/media/${ID}/320.webp`)).toBe('inExam');
    expect(isAllowedWithoutFactor('PUT', `/media/${ID}`)).toBe(false);
  });
});
