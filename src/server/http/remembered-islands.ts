import type { SSRResult } from 'astro';
import { LRUCache } from 'lru-cache';

/** What Astro makes of a component: it writes its chunks when its turn comes. */
type Rendered = { render(destination: { write(chunk: unknown): void }): void };
/** The markup of an island as Astro writes it: an instruction for its scripts, and the element. */
type Chunks = readonly unknown[];
type Props = Record<string | symbol, unknown>;

/** Property with which a render gets its prefix for `useId`; not among the properties that are sent to the browser. */
export const PREFIX = Symbol('prefix');

/** Characters of keys and markup that are kept; most of it is two bytes per character. */
const MAX_CHARACTERS = 8_000_000;

const remembered = new LRUCache<string, Chunks>({
  maxSize: MAX_CHARACTERS,
  sizeCalculation: (chunks, key) => chunks.reduce<number>((sum, chunk) => sum + String(chunk).length, key.length),
});
/** Islands on each page so far: the second of two equal ones needs a prefix of its own. */
const shown = new WeakMap<SSRResult, Set<string>>();
let renders = 0;

/**
 * Returns the markup of an island that was rendered with equal properties before, for anybody: the markup of an island depends on its
 * properties and on nothing else (contributing.md), so nothing can be outdated or somebody else's. Otherwise it is rendered. Astro
 * calls it for each React component (`astro.config.mjs`).
 * @param props with Astro's `client:…` properties
 * @param render renders it with these properties
 */
export function rememberIsland(
  result: SSRResult,
  props: Props,
  slots: object,
  render: (props: Props) => Promise<Rendered>,
): Rendered | Promise<Rendered> {
  const fresh = () => render({ ...props, [PREFIX]: `r${(renders++).toString(36)}` });
  // Without a directive it is HTML of one page, which may depend on more, e.g. on the time.
  if (props['client:component-path'] === undefined || Object.keys(slots).length > 0 || !isJson(props)) return fresh();
  const key = JSON.stringify(props);
  let keys = shown.get(result);
  if (!keys) shown.set(result, (keys = new Set()));
  if (keys.has(key)) return fresh();
  keys.add(key);
  const found = remembered.get(key);
  if (found) return replay(found);
  return fresh().then((rendered) => {
    const chunks: unknown[] = [];
    rendered.render({ write: (chunk) => chunks.push(chunk) });
    remembered.set(key, chunks);
    return replay(chunks);
  });
}

const replay = (chunks: Chunks): Rendered => ({
  render(destination) {
    for (const chunk of chunks) destination.write(chunk);
  },
});

/** Whether JSON represents a value unambiguously: two values with the same JSON render alike. */
function isJson(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'undefined':
      return true;
    case 'object': {
      if (value === null) return true;
      if (Array.isArray(value)) return value.every((entry) => entry !== undefined && isJson(entry));
      if (Object.getPrototypeOf(value) !== Object.prototype) return false;
      for (const key in value) if (!isJson((value as Props)[key])) return false;
      return true;
    }
    default:
      return false;
  }
}
