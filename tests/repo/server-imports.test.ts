import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOMAINS } from '../config/import-rules.js';
import { sources } from './source-tree.ts';
import { TABLES_FILE } from './table-use.ts';

/*
 * Imports between the modules of the server, read from the sources. The lint rules require the same; this test does not
 * depend on them.
 */

/** The layers of `src/server`, lowest first: a module imports of lower layers only. Domains: see DOMAINS. */
const LAYERS: Record<string, number> = {
  core: 0,
  'embedded-postgres': 1,
  pack: 1,
  http: 3,
  jobs: 3,
  content: 3,
  cli: 4,
};
const layerOf = (module: string): number | undefined => LAYERS[module] ?? (module in DOMAINS ? 2 : undefined);

type Arrow = { from: string; to: string; file: string; target: string };
const SERVER = 'src/server/';
const arrows: Arrow[] = sources('src/server', /\.tsx?$/).flatMap(({ path, text }) =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'((?:\.{1,2}|#src)\/[^']+)'/g)].flatMap(([, specifier]) => {
    const target = specifier!.startsWith('#src/')
      ? specifier!.replace('#src/', 'src/')
      : posix.join(posix.dirname(path), specifier!);
    // Which tables a domain uses, says `ownership.test.ts`.
    if (!target.startsWith(SERVER) || TABLES_FILE.test(target)) return [];
    const [from, to] = [path, target].map((file) => file.slice(SERVER.length).split('/')[0]!);
    return from === to ? [] : [{ from: from!, to: to!, file: path, target }];
  }),
);
const domainArrows = arrows.filter(({ from, to }) => from in DOMAINS && to in DOMAINS);

describe('imports between the modules of the server', () => {
  it('are found', () => {
    expect(arrows.length).toBeGreaterThan(500);
    expect(domainArrows.length).toBeGreaterThan(20);
  });

  it('are between modules with a layer', () => {
    const modules = new Set(sources('src/server', /\.tsx?$/).map(({ path }) => path.split('/')[2]!));
    expect([...modules].filter((module) => layerOf(module) === undefined)).toEqual([]);
  });

  it('point downward', () => {
    const upward = arrows.filter(
      ({ from, to }) => layerOf(to)! >= layerOf(from)! && !(from in DOMAINS && to in DOMAINS),
    );
    expect(upward.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  it('between domains are exactly those of DOMAINS', () => {
    const used = new Set(domainArrows.map(({ from, to }) => `${from} -> ${to}`));
    const listed = Object.entries(DOMAINS).flatMap(([from, { uses }]) => uses.map((to) => `${from} -> ${to}`));
    expect([...used].sort()).toEqual(listed.sort());
  });

  it('between domains use exactly the public files of DOMAINS', () => {
    const shown = Object.entries(DOMAINS).flatMap(([name, { shows }]) =>
      shows.map((file) => `${SERVER}${name}/${file}`),
    );
    expect([...new Set(domainArrows.map(({ target }) => target))].sort()).toEqual(shown.sort());
  });
});
