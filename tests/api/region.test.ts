import { beforeAll, describe, expect, it } from 'vitest';
import { isLowestRegion, regionName } from '#src/server/company/regions.ts';
import { call, ok, type Caller } from '../factories/portal.ts';
import { mintTenant } from '../factories/tenant.ts';

const NAME = 'POST /system/api/region/list';
let zh: Caller;
let en: Caller;

beforeAll(async () => {
  const { host } = await mintTenant();
  zh = { host, locale: 'zh' };
  en = { host, locale: 'en' };
});

const names = async (caller: Caller, parentCode?: string) =>
  new Map((await ok(caller, NAME, { parentCode })).map(({ code, name }) => [code, name]));

describe('region/list', () => {
  it('returns all 34 provinces, each with children', async () => {
    const provinces = await ok(zh, NAME);
    expect(provinces).toHaveLength(34);
    expect(provinces.every(({ hasChildren }) => hasChildren)).toBe(true);
    expect(provinces).toContainEqual({ code: '320000', name: '江苏省', hasChildren: true });
    expect(provinces.slice(-3).map(({ name }) => name)).toEqual(['台湾省', '香港特别行政区', '澳门特别行政区']);
  });

  it('returns prefectures and counties', async () => {
    expect(await ok(zh, NAME, { parentCode: '320000' })).toContainEqual({
      code: '320500',
      name: '苏州市',
      hasChildren: true,
    });
    expect(await ok(zh, NAME, { parentCode: '320500' })).toContainEqual({
      code: '320583',
      name: '昆山市',
      hasChildren: false,
    });
    expect(await ok(zh, NAME, { parentCode: '320583' })).toEqual([]);
  });

  it('returns the districts of municipalities, Hong Kong and Macao, without grouping entries', async () => {
    expect((await names(zh, '110000')).get('110105')).toBe('朝阳区');
    expect((await names(zh, '500000')).get('500229')).toBe('城口县');
    expect((await names(zh, '420000')).get('429004')).toBe('仙桃市');
    expect([...(await names(zh, '420000')).values()].join()).not.toContain('直辖');
    expect((await names(en, '810000')).get('810202')).toBe('Yau Tsim Mong');
    expect((await names(zh, '820000')).size).toBe(8);
    expect((await names(en, '710000')).get('710200')).toBe('Kaohsiung');
  });

  it('returns the right hasChildren for every region', async () => {
    const walk = async (parentCode?: string): Promise<number> => {
      const list = await ok(zh, NAME, { parentCode });
      const under = await Promise.all(list.map(async ({ code }) => [code, await walk(code)] as const));
      for (const { code, hasChildren } of list) {
        expect(hasChildren, code).toBe(new Map(under).get(code)! > 0);
        expect(isLowestRegion(code), code).toBe(!hasChildren);
      }
      return list.length + under.reduce((sum, [, n]) => sum + n, 0);
    };
    // Provinces, prefectures and counties of China; with towns the number would be ten times as high.
    const total = await walk();
    expect(total).toBeGreaterThan(3_100);
    expect(total).toBeLessThan(3_500);
  });

  it('returns the usual English names in alphabetical order', async () => {
    const provinces = await names(en);
    expect(['150000', '610000', '140000', '810000', '820000'].map((code) => provinces.get(code))).toEqual([
      'Inner Mongolia',
      'Shaanxi',
      'Shanxi',
      'Hong Kong',
      'Macao',
    ]);
    expect([...provinces.values()]).toEqual([...provinces.values()].sort((a, b) => a.localeCompare(b, 'en')));
    const expected: Record<string, string> = {
      320500: 'Suzhou',
      610100: "Xi'an",
      500101: 'Wanzhou District',
      341500: "Lu'an",
      150100: 'Hohhot',
      650100: 'Urumqi',
      330382: 'Yueqing',
      141024: 'Hongtong County',
      371722: 'Shan County',
      422800: 'Enshi Tujia and Miao Autonomous Prefecture',
      522732: 'Sandu Sui Autonomous County',
      310115: 'Pudong New Area',
      411700: 'Zhumadian',
      140302: 'Urban District',
      445224: 'Huilai County',
      141100: 'Lüliang',
    };
    for (const [code, name] of Object.entries(expected)) {
      expect((await regionName(code, 'en')).split(', ')[0], code).toBe(name);
    }
  });

  it('returns no Chinese characters in English names', async () => {
    const walk = async (parentCode?: string): Promise<string[]> => {
      const list = await ok(en, NAME, { parentCode });
      const under = await Promise.all(list.filter(({ hasChildren }) => hasChildren).map(({ code }) => walk(code)));
      return [...list.map(({ name }) => name), ...under.flat()];
    };
    const all = await walk();
    expect(all.filter((name) => !/^[A-Z][A-Za-zü' (),-]+$/.test(name))).toEqual([]);
  });

  it('regionName returns a region with those that contain it', async () => {
    expect(await regionName('320583', 'zh')).toBe('江苏省 苏州市 昆山市');
    expect(await regionName('320583', 'en')).toBe('Kunshan, Suzhou, Jiangsu');
    expect(await regionName('110105', 'zh')).toBe('北京市 朝阳区');
    expect(await regionName('999999', 'zh')).toBe('');
  });

  it('returns 404 for unknown codes, and rejects invalid ones', async () => {
    expect(await call(zh, NAME, { parentCode: '999999' })).toMatchObject({ code: 404, data: null });
    // Neither are grouping entries.
    expect((await call(zh, NAME, { parentCode: '429000' })).code).toBe(404);
    expect(await call(zh, NAME, { parentCode: 'x' })).toMatchObject({
      code: 422,
      data: [{ field: 'parentCode', message: '请选择到区县' }],
    });
  });
});
