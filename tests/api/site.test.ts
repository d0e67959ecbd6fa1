import { beforeAll, describe, expect, it } from 'vitest';
import { call, ok, portal } from '../factories/portal.ts';
import { mintTenant, type TestTenant } from '../factories/tenant.ts';

const ENUM = 'GET /system/api/enum/list';
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await mintTenant();
});

describe('enumerations', () => {
  it('have labels in the language of the request', async () => {
    expect(await ok(tenant.anonymous, ENUM, { enumName: 'difficulty' })).toHaveLength(4);
    const [first] = await ok({ ...tenant.anonymous, locale: 'en' }, ENUM, { enumName: 'courseType' });
    expect(first).toMatchObject({ value: 1, label: expect.stringMatching(/^[\x20-\x7e]+$/) });
  });

  it('serves every vocabulary in both languages', async () => {
    const sizes = Object.entries({
      ...{ userType: 3, contentType: 7, resourceType: 5, exportStatus: 3, courseType: 3, learningState: 4 },
      ...{ examState: 6, questionType: 5, difficulty: 4, certificateStatus: 3, issueWay: 2, taskType: 4 },
      ...{ approvalStatus: 2, industry: 20, companyScale: 5 },
    });
    for (const [enumName, size] of sizes) {
      const zh = await ok({ ...tenant.anonymous, locale: 'zh' }, ENUM, { enumName });
      const en = await ok({ ...tenant.anonymous, locale: 'en' }, ENUM, { enumName });
      expect([zh.length, en.length], enumName).toEqual([size, size]);
      expect(en.map(({ value }) => value)).toEqual(zh.map(({ value }) => value));
      for (const { label } of en) expect(label, enumName).toMatch(/^[A-Z\d][\x20-\x7e–]*$/);
      // Scales of companies begin with digits.
      for (const { label } of zh) expect(label, enumName).toMatch(/[\u4e00-\u9fff]/);
      expect(new Set(zh.map(({ label }) => label)).size, enumName).toBe(size);
    }
  });

  it('return 404 for unknown names', async () => {
    for (const enumName of ['nothing', 'constructor', '__proto__'])
      expect((await call(tenant.anonymous, ENUM, { enumName })).code, enumName).toBe(404);
  });

  it('are cached by browsers for an hour per language; errors and other operations are not', async () => {
    const headers = async (path: string) => {
      const { headers: found } = await portal.request(`http://${tenant.host}/gateway${path}`, {
        headers: { host: tenant.host },
      });
      return [found.get('cache-control'), found.get('vary')];
    };
    expect(await headers('/system/api/enum/list?enumName=difficulty')).toEqual([
      'private, max-age=3600',
      'accept-language, Accept-Encoding',
    ]);
    expect(await headers('/system/api/enum/list?enumName=nothing')).toEqual([null, 'Accept-Encoding']);
    expect(await headers('/system/api/banner/setting/list')).toEqual([null, 'Accept-Encoding']);
  });
});
