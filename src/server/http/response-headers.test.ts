import { afterAll, beforeAll, expect, it } from 'vitest';
import { transportSecurity } from './response-headers.ts';

const saved = process.env.TENANT_HOSTS;
// Settings are read once: the first call below comes after this.
beforeAll(() => void (process.env.TENANT_HOSTS = '*.learn.example.com,learn.example.com,training.example.org'));
afterAll(() => {
  if (saved === undefined) delete process.env.TENANT_HOSTS;
  else process.env.TENANT_HOSTS = saved;
});

it('returns HSTS for a year, with subdomains where TENANT_HOSTS covers all of them', () => {
  const year = 'max-age=31536000';
  expect(transportSecurity(true, 'learn.example.com')).toBe(`${year}; includeSubDomains`);
  expect(transportSecurity(true, 'huaxin.learn.example.com:8443')).toBe(`${year}; includeSubDomains`);
  expect(transportSecurity(true, 'training.example.org')).toBe(year);
});

it('returns null on plain http', () => {
  expect(transportSecurity(false, 'learn.example.com')).toBeNull();
});
