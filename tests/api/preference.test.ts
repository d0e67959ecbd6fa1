import { beforeAll, describe, expect, it } from 'vitest';
import { shownZone } from '#src/server/http/shown-zone.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';

const VIEW = 'GET /user/auth/user/info/preference/view';
const SAVE = 'PUT /user/auth/user/info/preference/save';
const NONE = { language: null, timeZone: null, theme: null, textSize: 'normal', reducedMotion: false };
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await mintTenant();
});

describe('preferences', () => {
  it('are none at first; each is saved alone, for one member of one enterprise', async () => {
    const [person, other] = [await mintPerson(tenant), await mintPerson(tenant)];
    expect(await ok(person, VIEW)).toEqual({ ...NONE, enterpriseTimeZone: 'Asia/Shanghai', languages: ['zh', 'en'] });
    expect(await ok(person, SAVE, { theme: 'dark' })).toEqual({ ...NONE, theme: 'dark' });
    await ok(person, SAVE, { timeZone: 'Europe/Berlin', language: 'en' });
    const all = await ok(person, SAVE, { textSize: 'larger', reducedMotion: true });
    expect(all).toEqual({
      ...{ language: 'en', timeZone: 'Europe/Berlin', theme: 'dark', textSize: 'larger', reducedMotion: true },
    });
    expect(await ok(person, VIEW)).toMatchObject(all);
    expect(await ok(person, SAVE, { timeZone: null })).toMatchObject({ timeZone: null, theme: 'dark' });
    expect(await ok(other, VIEW)).toMatchObject(NONE);
  });

  it('refuse a time zone that does not exist', async () => {
    const person = await mintPerson(tenant);
    for (const timeZone of ['Mars/Olympus', '+08:00', 'Asia', "x'; --"]) {
      const { code, data } = await call({ ...person, locale: 'en' }, SAVE, { timeZone });
      expect([code, data]).toEqual([
        422,
        [{ field: 'timeZone', message: 'There is no such time zone; choose one of the list' }],
      ]);
    }
    expect(await ok(person, VIEW)).toMatchObject(NONE);
  });
});

describe('times on pages', () => {
  const tenantIn = (timeZone: string) => ({ timeZone }) as never;
  const viewer = (timeZone: string | null) => ({ preferences: { ...NONE, timeZone } }) as never;

  it('are in the zone of the member, and where times are entered for others in that of the enterprise', () => {
    const ctx = { tenant: tenantIn('Asia/Shanghai'), viewer: viewer('Europe/Berlin') };
    for (const path of ['/', '/home', '/en/test/id', '/account', '/accounts/live', '/test'])
      expect(shownZone(ctx, path)).toBe('Europe/Berlin');
    for (const path of [
      '/admin',
      '/en/admin/exams',
      '/account/sessions/1',
      '/account/live',
      '/test/control',
      '/sign/sign',
    ])
      expect(shownZone(ctx, path)).toBe('Asia/Shanghai');
    expect(shownZone({ ...ctx, viewer: null }, '/home')).toBe('Asia/Shanghai');
    expect(shownZone({ ...ctx, viewer: viewer(null) }, '/home')).toBe('Asia/Shanghai');
  });
});
