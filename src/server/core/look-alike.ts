import traditional from 'opencc-js/dict/TSCharacters';
import unhomoglyph from 'unhomoglyph';

/** Simplified forms of traditional characters. */
const SIMPLIFIED = new Map(
  traditional.split('|').map((pair) => {
    const [from = '', to = ''] = pair.split(' ');
    return [from, to] as const;
  }),
);

/** What nobody sees, and signs that a reader passes over. */
const UNNOTICED = /[\p{M}\p{Z}\p{C}\p{P}\p{S}\p{Default_Ignorable_Code_Point}ー]/gu;

/**
 * Returns how a name looks, to be compared with that of another: without accents and signs, in simplified characters, letters
 * replaced by those of which Unicode says that they look the same (UTS 39). Two forms, because `I` looks like `l` and the same name
 * in lower case, `i`, does not.
 */
export function lookOf(name: string): [string, string] {
  const text = [...name.normalize('NFKC').normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')]
    .map((char) => SIMPLIFIED.get(char) ?? char)
    .join('');
  return [unhomoglyph(text).toLowerCase(), unhomoglyph(text.toLowerCase())].map((form) =>
    form.replace(UNNOTICED, ''),
  ) as [string, string];
}

/** Whether readers would take one name for the other. Names of signs alone look like none. */
export function looksLike(a: string, b: string): boolean {
  const [one, other] = [lookOf(a), lookOf(b)];
  return one.some((form, i) => form !== '' && form === other[i]);
}

/** Names compared before the event loop goes on with other requests. */
const AT_ONCE = 200;

/** Whether a name looks like any of many others. */
export async function looksLikeOne(name: string, others: readonly string[]): Promise<boolean> {
  const own = lookOf(name);
  for (const [n, other] of others.entries()) {
    if (n % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
    if (lookOf(other).some((form, i) => form !== '' && form === own[i])) return true;
  }
  return false;
}
