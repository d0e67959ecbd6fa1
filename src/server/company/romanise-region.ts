import { pinyin } from 'pinyin-pro';
import { BY_CODE, BY_NAME, KINDS, PEOPLES, WHOLE } from './region-english.ts';

const PEOPLES_LONGEST_FIRST = Object.keys(PEOPLES).sort((a, b) => b.length - a.length);

/**
 * Returns the English name of a region: a well-known name, else its pinyin with the type translated.
 * @example romaniseRegion('429004', '仙桃市') === 'Xiantao'
 * @example romaniseRegion('130525', '隆尧县') === 'Longyao County'
 */
export function romaniseRegion(code: string, name: string): string {
  const known = BY_CODE[code] ?? WHOLE[name];
  if (known) return known;
  const [end, kind] = KINDS.find(([suffix]) => name.endsWith(suffix) && name.length > suffix.length) ?? ['', ''];
  let stem = name.slice(0, name.length - end.length);
  const peoples: string[] = [];
  const autonomous = end.startsWith('自治') || stem.endsWith('族');
  for (let found = autonomous && peopleAt(stem); found; found = peopleAt(stem)) {
    peoples.unshift(PEOPLES[found]!);
    stem = stem.slice(0, -found.length);
  }
  // A name that consists of ethnic groups only.
  if (stem === '') return `${joinNames(peoples)} ${kind}`;
  return [BY_NAME[stem] ?? transliterate(stem, name), joinNames(peoples), kind].filter(Boolean).join(' ');
}

const peopleAt = (stem: string) => PEOPLES_LONGEST_FIRST.find((people) => stem.endsWith(people));

function joinNames(peoples: string[]): string {
  return peoples.length > 1 ? `${peoples.slice(0, -1).join(', ')} and ${peoples.at(-1)}` : (peoples[0] ?? '');
}

/**
 * `西安` → `Xi'an`: the whole name determines the reading of each character; only the syllables of the stem are returned.
 */
function transliterate(stem: string, name: string): string {
  const syllables = pinyin(name, { toneType: 'none', type: 'array', v: true }).slice(0, stem.length);
  const word = syllables
    // 都 is `du` in places: `dou` means "all".
    .map((syllable, at) => (stem[at] === '都' ? 'du' : syllable))
    .map((syllable, at) => (at > 0 && /^[aeo]/.test(syllable) ? `'${syllable}` : syllable))
    .join('');
  const text = word.replaceAll('v', 'ü');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
