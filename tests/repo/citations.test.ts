import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './source-tree.ts';

/* What comments and documents refer to has to be in the repository. */

const FOLDERS = ['src', 'tests', 'docs'];
const TEXT = /\.(ts|tsx|astro|js|cjs|mjs|css|sql|json|md|ya?ml)$/;
/** Words of the demo tenants and texts of the screens are no documentation. */
const LEFT_OUT = /^src\/demo\/packs\//;

/** Comments and paragraphs as one line, because citations may be wrapped. */
const unwrapped = (text: string) => text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|--)?\s*/g, ' ');

const rootFiles = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|mjs|md|ya?ml)$/.test(entry.name))
  .map(({ name }) => name);
const paths = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/')),
)
  .concat(rootFiles)
  .filter((path) => !LEFT_OUT.test(path))
  .sort();
const texts = paths.map((path) => ({ path, text: unwrapped(readFileSync(join(ROOT, path), 'utf8')) }));

/** Documents and lists that are not in the repository. */
const OUTSIDE = [
  /\b(?:design|spec)(?:\.md)?`?\s+sections?\b/gi,
  /\bsections?\s+\d+\s+of\s+the\s+(?:design|spec)/gi,
  /\bissues?\s+#?\d+/gi,
  /\.\.\/shared\b/g,
];

it('no file cites what is not in the repository', () => {
  const found = texts.flatMap(({ path, text }) =>
    OUTSIDE.flatMap((pattern) => [...text.matchAll(pattern)].map(([words]) => `${path}: ${words}`)),
  );
  expect(found).toEqual([]);
});

const headings = (name: string) =>
  [...readFileSync(join(ROOT, `docs/${name}.md`), 'utf8').matchAll(/^#{2,} (.+)$/gm)].map(([, heading]) => heading!);
/** The anchor that Markdown renderers give a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

describe.each(['specification', 'architecture'])('docs/%s.md', (name) => {
  const sections = headings(name);

  it('has every section that is cited', () => {
    const cited = new RegExp(`docs/${name}\\.md, section ("[^"]*"|\\S+)`, 'g');
    const found = texts.flatMap(({ path, text }) =>
      [...text.matchAll(cited)].map(([, section]) => ({ path, section: section! })),
    );
    expect(found.length).toBeGreaterThan(5);
    const wrong = found.filter(({ section }) => !sections.includes(section.replace(/^"(.*)"$/, '$1')));
    expect(wrong).toEqual([]);
  });

  it('has every section that is linked', () => {
    const linked = new RegExp(`\\((?:[\\w./-]*/)?${name}\\.md#([^)]+)\\)`, 'g');
    const anchors = sections.map(anchorOf);
    const wrong = texts.flatMap(({ path, text }) =>
      [...text.matchAll(linked)].filter(([, anchor]) => !anchors.includes(anchor!)).map(([link]) => `${path}: ${link}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has each heading once', () => {
    expect(sections.filter((heading, at) => sections.indexOf(heading) !== at)).toEqual([]);
  });
});

describe('docs/decisions/README.md', () => {
  const folder = join(ROOT, 'docs/decisions');
  const map = readFileSync(join(folder, 'README.md'), 'utf8').split('\n');
  const decisions = readdirSync(folder).filter((name) => /^\d{3}-/.test(name));

  it.each(decisions)('lists %s once, with what supersedes it', (name) => {
    const [line, ...more] = map.filter((each) => each.includes(`](${name})`));
    expect(line).toBeDefined();
    expect(more).toEqual([]);
    // The note below the title: `**Superseded in part by [050](…)** and [055](…): what.`
    const note = /\n\n\*\*Superseded( in part)? by ([\s\S]*?)(?:\n\n| Supersedes )/.exec(
      readFileSync(join(folder, name), 'utf8').slice(0, 1_000),
    );
    const by = note ? [...note[2]!.matchAll(/\[(\d{3})\]/g)].map(([, number]) => number!) : [];
    const [, part, numbers = ''] = /\(\*\*superseded( in part)? by ([\d, and]+)\*\*\)$/.exec(line!) ?? [];
    expect({ part, numbers: numbers.match(/\d{3}/g) ?? [] }).toEqual({ part: note?.[1], numbers: by.sort() });
  });
});
