import { brotliCompressSync } from 'node:zlib';

export type PageWeight = {
  /** Bytes of JavaScript, brotli-compressed, loaded before the first interaction: scripts and their imports. */
  before: number;
  /** Including JavaScript loaded on interaction or later. */
  all: number;
  files: string[];
};

type Fetch = (path: string) => Promise<string>;

/**
 * Measures the JavaScript of a page as the server sends it: the scripts in its HTML, its islands with their renderer, and
 * all their imports. Islands with `client:touch` count only in `all`.
 * @param html of the page
 * @param load returns the text of a script by its path
 */
export async function weighPage(html: string, load: Fetch): Promise<PageWeight> {
  const before = new Set<string>();
  const later = new Set<string>();
  for (const [, attributes = ''] of html.matchAll(/<script\b([^>]*)>/g)) {
    const src = attribute(attributes, 'src');
    if (src) before.add(src);
  }
  for (const [, attributes = ''] of html.matchAll(/<link\b([^>]*)>/g)) {
    if (attribute(attributes, 'rel') === 'modulepreload') before.add(attribute(attributes, 'href')!);
  }
  for (const [, attributes = ''] of html.matchAll(/<astro-island\b([^>]*)>/g)) {
    const set = attribute(attributes, 'client') === 'touch' ? later : before;
    for (const name of ['component-url', 'renderer-url', 'before-hydration-url']) {
      const url = attribute(attributes, name);
      if (url) set.add(url);
    }
  }
  const texts = new Map<string, string>();
  await follow([...before], before, later);
  await follow(
    [...later].filter((path) => !before.has(path)),
    later,
    later,
  );

  async function follow(paths: string[], set: Set<string>, lazy: Set<string>): Promise<void> {
    for (const path of paths) {
      if (texts.has(path)) continue;
      const text = await load(path);
      texts.set(path, text);
      const near = (source: string) => new URL(source, `http://x${path}`).pathname;
      const eager = [...text.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{0,2}\/[^"']+\.js)["']/g)].map((match) =>
        near(match[1]!),
      );
      for (const [, source] of text.matchAll(/\bimport\(\s*["'`](\.{0,2}\/[^"'`]+\.js)["'`]/g)) lazy.add(near(source!));
      for (const each of eager) set.add(each);
      await follow(eager, set, lazy);
    }
  }

  const bytes = (paths: Iterable<string>) =>
    [...paths].reduce((sum, path) => sum + brotliCompressSync(texts.get(path) ?? '').length, 0);
  const inline = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => !attribute(attributes, 'src') && !/json/.test(attribute(attributes, 'type') ?? ''))
    .map(([, , text = '']) => text)
    .join('\n');
  const inlined = inline ? brotliCompressSync(inline).length : 0;
  const all = new Set([...before, ...later]);
  for (const path of all) if (!texts.has(path)) texts.set(path, await load(path));
  return { before: inlined + bytes(before), all: inlined + bytes(all), files: [...all].sort() };
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`)
    .exec(tag)
    ?.slice(1)
    .find((value) => value !== undefined);
}
