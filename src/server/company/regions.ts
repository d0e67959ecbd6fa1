import { areaList } from '@vant/area-data';
import type { Locale } from '#src/i18n/locale.ts';

export type Region = { code: string; name: string; hasChildren: boolean };

/* Administrative divisions of China by their six-digit codes (GB/T 2260), from the package `@vant/area-data`. */

/** Entries below a province that only group regions (县 of Chongqing, 省直辖县, 九龙); they are omitted. */
const GROUPS = /^(?:(?:11|12|31|50|81|82)\d{2}|\d{2}90)00$/;
/** Prefecture-level cities without counties; the data lists towns below them. Likewise the counties of Taiwan. */
const WITHOUT_COUNTIES = /^(?:441900|442000|460400|620200|71\d{2}00)$/;
/** Development zones and similar entries are not administrative divisions; their codes are not official. */
const NO_DIVISION = /^\d{4}[79]\d$/;

type Node = { name: string; parent: string | null; children: string[] };
let nodes: Map<string, Node> | undefined;

function tree(): Map<string, Node> {
  if (nodes) return nodes;
  nodes = new Map([['', { name: '', parent: null, children: [] }]]);
  for (const [code, name] of Object.entries(areaList.province_list)) add(code, name, '');
  for (const [code, name] of Object.entries(areaList.city_list)) {
    if (!GROUPS.test(code)) add(code, name, `${code.slice(0, 2)}0000`);
  }
  for (const [code, name] of Object.entries(areaList.county_list)) {
    const city = `${code.slice(0, 4)}00`;
    if (WITHOUT_COUNTIES.test(city) || NO_DIVISION.test(code)) continue;
    add(code, name, nodes.has(city) ? city : `${code.slice(0, 2)}0000`);
  }
  return nodes;
}

function add(code: string, name: string, parent: string): void {
  nodes!.set(code, { name, parent: parent || null, children: [] });
  nodes!.get(parent)!.children.push(code);
}

const english = new Map<string, string>();

/** Loaded on the first request in English, because the pinyin data takes 30 MB. */
async function nameOf(code: string, locale: Locale): Promise<string> {
  const { name } = tree().get(code)!;
  if (locale === 'zh') return name;
  let known = english.get(code);
  if (!known) {
    const { romaniseRegion } = await import('./romanise-region.ts');
    english.set(code, (known = romaniseRegion(code, name)));
  }
  return known;
}

/**
 * Returns the regions directly below another one, ordered by code; in English by name.
 * @param parentCode undefined: the provinces
 * @returns null when the region does not exist
 */
export async function regionsUnder(parentCode: string | undefined, locale: Locale): Promise<Region[] | null> {
  const parent = tree().get(parentCode ?? '');
  if (!parent) return null;
  const list = await Promise.all(
    parent.children.map(async (code) => ({
      code,
      name: await nameOf(code, locale),
      hasChildren: tree().get(code)!.children.length > 0,
    })),
  );
  return locale === 'en' ? list.sort((a, b) => a.name.localeCompare(b.name, 'en')) : list;
}

/** Whether a code names a region of the lowest level: a county, or a city without counties. */
export function isLowestRegion(code: string): boolean {
  return code !== '' && tree().get(code)?.children.length === 0;
}

/**
 * Returns the name of a region with those that contain it, the largest first in Chinese and last in English.
 * @example await regionName('320583', 'zh') === '江苏省 苏州市 昆山市'
 * @example await regionName('320583', 'en') === 'Kunshan, Suzhou, Jiangsu'
 * @returns an empty text for a code that does not exist (any more)
 */
export async function regionName(code: string, locale: Locale): Promise<string> {
  const names: string[] = [];
  for (let at: string | null = code; at; at = tree().get(at)?.parent ?? null) {
    if (tree().has(at)) names.push(await nameOf(at, locale));
  }
  return locale === 'en' ? names.join(', ') : names.reverse().join(' ');
}
