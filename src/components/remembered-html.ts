import { LRUCache } from 'lru-cache';

/** Characters of keys and markup that are kept; most of it is two bytes per character. */
const MAX_CHARACTERS = 8_000_000;

const remembered = new LRUCache<string, string>({
  maxSize: MAX_CHARACTERS,
  sizeCalculation: (html, key) => html.length + key.length,
});
/** Numbers of values, by their JSON; a number is never used for another value. */
const numbers = new LRUCache<string, number>({ max: 1_000 });
const known = new WeakMap<object, number>();
let last = 0;

/**
 * Returns a number that stands for a value in `of`: equal values have the same one. For large ones that several pages share, e.g.
 * answers of the call cache, of which JSON is then made once. They must not change any more.
 */
export function sharedKey(value: object): number {
  let key = known.get(value);
  if (key === undefined) {
    const json = JSON.stringify(value);
    key = numbers.get(json);
    if (key === undefined) numbers.set(json, (key = ++last));
    known.set(value, key);
  }
  return key;
}

/**
 * Returns the HTML that was rendered from equal data before, by any page; otherwise renders it. Nothing can be outdated or
 * somebody else's, because all that the HTML depends on is compared.
 * @param name of the part of a page
 * @param of all data that the HTML depends on, as JSON represents it
 */
export function rememberedHtml(name: string, of: unknown, render: () => Promise<string>): string | Promise<string> {
  const key = `${name} ${JSON.stringify(of)}`;
  const found = remembered.get(key);
  if (found !== undefined) return found;
  return render().then((html) => {
    remembered.set(key, html);
    return html;
  });
}
