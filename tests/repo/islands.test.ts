import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, sources } from './source-tree.ts';

/* Interactive UI is a React island; content and links are plain HTML (design section 7, docs/decisions/028). */

/** Scripts that work on the HTML of a page themselves, and why each is no island. */
const DOM_SCRIPTS: Record<string, string> = {
  'src/layouts/boot.js': 'theme and language before the first paint',
  'src/layouts/frame.ts': 'theme, language, offline bar, drawer: on every page, before any framework',
  'src/features/landing/carousel.ts': 'CSS scrolls and snaps; the script moves on and stops',
};
/** Leaves that Astro pages draw so often that a React component would cost too much: each exists for both. */
const PAIRS = ['Icon', 'Progress', 'EmptyState'];

const DOM_WORK = /\b(querySelector(All)?|innerHTML|outerHTML|insertAdjacentHTML|dataset)\b/;
const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');

describe('one way to build interactive UI', () => {
  it('features and layouts work on the DOM only in the scripts listed here', () => {
    const found = [...sources('src/features', /\.(ts|tsx|astro)$/), ...sources('src/layouts', /\.(ts|tsx|astro|js)$/)]
      .filter(({ path }) => !/\.test\.tsx?$/.test(path))
      .filter(({ text }) => DOM_WORK.test(code(text)))
      .map(({ path }) => path)
      .filter((path) => !(path in DOM_SCRIPTS));
    expect(found).toEqual([]);
  });

  it('lists no script that is gone', () => {
    expect(Object.keys(DOM_SCRIPTS).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('a component has a name of its own, and exists once, beside the leaves listed here', () => {
    const names = ['src/components', 'src/features', 'src/layouts']
      .flatMap((folder) => sources(folder, /^[A-Z]\w*\.(astro|tsx)$/))
      .map(({ path }) =>
        path
          .split('/')
          .at(-1)!
          .replace(/\.\w+$/, ''),
      );
    expect(names.length).toBeGreaterThan(PAIRS.length);
    const repeated = names.filter((name, position) => names.indexOf(name) !== position);
    expect(repeated.sort()).toEqual([...PAIRS].sort());
  });

  it('each of those leaves is compared with its twin', () => {
    const compared = readFileSync(join(ROOT, 'tests/repo/leaves.test.ts'), 'utf8');
    const missing = PAIRS.flatMap((name) => [`/${name}.astro'`, `/${name}.tsx'`]).filter(
      (file) => !compared.includes(file),
    );
    expect(missing).toEqual([]);
  });

  it('islands read session stores through one hook', () => {
    const direct = sources('src', /\.tsx?$/)
      .filter(({ text }) => /from '@nanostores\/react'/.test(text))
      .map(({ path }) => path);
    // The exam hall and the player have stores of their own, which start on the device.
    expect(direct.filter((path) => !/^src\/features\/(exam|watch)\//.test(path))).toEqual([]);
  });
});
