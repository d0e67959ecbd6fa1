import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, sources } from './source-tree.ts';

/* Interactive UI is a React island; content and links are plain HTML (docs/decisions/028). */

/** Scripts that access the DOM directly, with the reason why each is not an island. */
const DOM_SCRIPTS: Record<string, string> = {
  'src/layouts/boot.js': 'theme and language before the first paint',
  'src/layouts/frame.ts': 'theme, language, offline bar, drawer: on every page, before any framework',
  'src/features/account/settings/show-preferences.ts': 'theme, text size and motion of this page, once they are saved',
  'src/features/editor/draw-formula.ts': 'removes inline styles from MathML that temml has drawn',
  'src/features/editor/office-html.ts': 'pasted HTML is rebuilt before the editor parses it',
  'src/features/admin/questions/grid/grid-paste.ts': 'a pasted table of HTML is read in a document of its own',
  'src/features/landing/carousel.ts': 'CSS scrolls and snaps; the script moves on and stops',
};
/** Leaf components that Astro pages render so often that React would be too slow: each exists for both. */
const PAIRS = ['Icon', 'Progress'];

const DOM_WORK = /\b(querySelector(All)?|innerHTML|outerHTML|insertAdjacentHTML|dataset)\b/;
const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');

describe('interactive UI', () => {
  it('features and layouts access the DOM only in the scripts listed here', () => {
    const found = [...sources('src/features', /\.(ts|tsx|astro)$/), ...sources('src/layouts', /\.(ts|tsx|astro|js)$/)]
      .filter(({ path }) => !/\.test\.tsx?$/.test(path))
      .filter(({ text }) => DOM_WORK.test(code(text)))
      .map(({ path }) => path)
      .filter((path) => !(path in DOM_SCRIPTS));
    expect(found).toEqual([]);
  });

  it('the list contains existing scripts only', () => {
    expect(Object.keys(DOM_SCRIPTS).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('component names are unique, except for the leaf components listed here', () => {
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

  it('each of those leaf components is compared with its counterpart', () => {
    const compared = readFileSync(join(ROOT, 'tests/repo/leaves.test.ts'), 'utf8');
    const missing = PAIRS.flatMap((name) => [`/${name}.astro'`, `/${name}.tsx'`]).filter(
      (file) => !compared.includes(file),
    );
    expect(missing).toEqual([]);
  });

  it('islands that wait for idle time do not wait longer than two seconds: a busy page has none', () => {
    const idle = sources('src', /\.astro$/).flatMap(({ text }) => text.match(/client:idle.*/g) ?? []);
    expect(idle.length).toBeGreaterThan(5);
    expect(idle.filter((found) => !found.startsWith('client:idle={{ timeout: 2000 }}'))).toEqual([]);
  });

  it('the editor, more than a hundred kilobytes, is loaded only when somebody writes', () => {
    // What others import from it; none of these may load it at once.
    const entries = ['EditorField.tsx', 'upload-picture.ts', 'use-kept.ts', 'use-local-draft.ts'];
    const editor = 'src/features/editor/';
    const files = sources('src', /\.(ts|tsx|astro)$/).filter(({ path }) => !/^src\/server\/|\.test\.tsx?$/.test(path));
    const imports = files.flatMap(({ path, text }) =>
      [...code(text).matchAll(/^import (?!type\b)[^;]*?'([^']+)';/gms)].map(([, from]) => ({ path, from: from! })),
    );
    const heavy = imports.filter(({ from }) => /^@tiptap\/|\/Editor\.tsx$/.test(from)).map(({ path }) => path);
    expect(heavy).toContain(`${editor}Editor.tsx`);
    const allowed = (path: string) =>
      path === 'src/lib/rich-document/schema.ts' ||
      (path.startsWith(editor) && !entries.includes(path.split('/').at(-1)!));
    expect(heavy.filter((path) => !allowed(path))).toEqual([]);
    const inside = imports.filter(({ path, from }) => !path.startsWith(editor) && from.startsWith(`#${editor}`));
    expect(inside.map(({ from }) => from.slice(editor.length + 1)).filter((name) => !entries.includes(name))).toEqual(
      [],
    );
    // The schema stands on TipTap.
    const schema = imports.filter(({ from }) => /rich-document\/(schema|attribute-rules)\.ts$/.test(from));
    expect(schema.map(({ path }) => path).filter((path) => !allowed(path))).toEqual([]);
  });

  const islandSources = sources('src', /\.tsx?$/).filter(({ path }) => !/^src\/server\/|\.test\.tsx?$/.test(path));

  it('islands read stores through `useStore` only', () => {
    const own = islandSources.filter(({ text }) => /\buseSyncExternalStore\b/.test(text)).map(({ path }) => path);
    // Hydration, the cache of calls, the address.
    expect(own).toEqual(['src/client/query.ts', 'src/client/router.ts', 'src/client/use-live.ts']);
  });

  it('session stores are read with the value that the server has rendered', () => {
    const session = readFileSync(join(ROOT, 'src/client/session.store.ts'), 'utf8');
    const names = [...session.matchAll(/^export const \$(\w+) = /gm)].map(([, name]) => name);
    expect(names).toContain('online');
    const without = islandSources
      .filter(({ text }) => new RegExp(`useStore\\(\\$(${names.join('|')})\\)`).test(text))
      .map(({ path }) => path);
    // Not rendered by the server.
    expect(without).toEqual(['src/layouts/Toasts.tsx']);
  });

  it('the history is changed and heard by the router only', () => {
    const own = islandSources
      .filter(({ text }) => /\b(pushState|replaceState|popstate)\b/.test(code(text)))
      .map(({ path }) => path);
    expect(own).toEqual(['src/client/router.ts']);
  });

  it('the network coming back is heard through `$online` only', () => {
    const own = sources('src', /\.tsx?$/)
      .filter(({ path, text }) => !/\.test\.tsx?$/.test(path) && /addEventListener\('(online|offline)'/.test(text))
      .map(({ path }) => path);
    expect(own).toEqual(['src/layouts/frame.ts']);
  });
});

it('React components get no content from pages: the renderer of the server refuses slots', () => {
  const found = sources('src', /\.astro$/).flatMap(({ path, text }) =>
    [...text.matchAll(/^import (?:\{ )?(\w+)(?: \})? from '[^']+\.tsx';$/gm)]
      .filter(([, name]) => text.includes(`</${name}>`))
      .map(([, name]) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});
