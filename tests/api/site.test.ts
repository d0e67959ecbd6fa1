import { beforeAll, describe, expect, it } from 'vitest';
import { call, ok, portal } from '../factories/portal.ts';
import { mintTenant, type TestTenant } from '../factories/tenant.ts';

const ENUM = 'GET /system/api/enum/list';
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await mintTenant();
});

describe('enumerations', () => {
  it('have their labels in the language asked for', async () => {
    expect(await ok(tenant.anonymous, ENUM, { enumName: 'difficulty' })).toHaveLength(4);
    const [first] = await ok({ ...tenant.anonymous, locale: 'en' }, ENUM, { enumName: 'courseType' });
    expect(first).toMatchObject({ value: 1, label: expect.stringMatching(/^[\x20-\x7e]+$/) });
  });

  it('that do not exist are 404', async () => {
    for (const enumName of ['nothing', 'constructor', '__proto__'])
      expect((await call(tenant.anonymous, ENUM, { enumName })).code, enumName).toBe(404);
  });

  it('are kept by browsers for an hour, each language by itself; refusals and other calls are not', async () => {
    const headers = async (path: string) => {
      const { headers: found } = await portal.request(`http://${tenant.host}/gateway${path}`, {
        headers: { host: tenant.host },
      });
      return [found.get('cache-control'), found.get('vary')];
    };
    expect(await headers('/system/api/enum/list?enumName=difficulty')).toEqual([
      'private, max-age=3600',
      'accept-language',
    ]);
    expect(await headers('/system/api/enum/list?enumName=nothing')).toEqual([null, null]);
    expect(await headers('/system/api/banner/setting/list')).toEqual([null, null]);
  });
});
