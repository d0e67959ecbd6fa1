import { expect, it } from 'vitest';
import type { Tenant, Viewer } from './context.ts';
import { seesContent } from './sees-content.ts';
import { thisYear } from './this-year.ts';

const tenant = (more: Partial<Tenant>) => ({ timeZone: 'Asia/Shanghai', publicFace: true, ...more }) as Tenant;

it('the content of a public site is visible to everyone, that of a closed one to members only', () => {
  const member = { enterpriseId: 'e' } as Viewer;
  const nowhere = { enterpriseId: null } as Viewer;
  const seen = (publicFace: boolean) =>
    [null, nowhere, member].map((viewer) => seesContent({ tenant: tenant({ publicFace }), viewer }));
  expect(seen(true)).toEqual([true, true, true]);
  expect(seen(false)).toEqual([false, false, true]);
});

it('the year is that of the tenant’s time zone', () => {
  const now = () => new Date('2026-12-31T16:30:00Z');
  expect(thisYear({ now, tenant: tenant({}) })).toBe(2027);
  expect(thisYear({ now, tenant: tenant({ timeZone: 'Europe/London' }) })).toBe(2026);
});
