import { existsSync } from 'node:fs';
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
/** Leaves that Astro pages draw so often that a React component would cost too much; the two are compared below. */
const PAIRS = [
  'src/components/Icon',
  'src/components/Progress',
  'src/components/EmptyState',
  'src/components/FormField',
];

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

  it('no component exists as Astro and as React beside the leaves listed here', () => {
    const pairs = sources('src', /\.astro$/)
      .map(({ path }) => path.replace(/\.astro$/, ''))
      .filter((path) => existsSync(join(ROOT, `${path}.tsx`)));
    expect(pairs.filter((path) => !PAIRS.includes(path))).toEqual([]);
  });

  it('islands read session stores through one hook', () => {
    const direct = sources('src', /\.tsx?$/)
      .filter(({ text }) => /from '@nanostores\/react'/.test(text))
      .map(({ path }) => path);
    // The exam hall and the player have stores of their own, which start on the device.
    expect(direct.filter((path) => !/^src\/features\/(exam|watch)\//.test(path))).toEqual([]);
  });
});
