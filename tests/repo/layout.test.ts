import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, sources } from './source-tree.ts';

/** Files tracked by git, or new and not ignored. */
const files = execFileSync(
  'git',
  ['-c', 'core.quotepath=off', 'ls-files', '--cached', '--others', '--exclude-standard'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter(Boolean);

/**
 * Allowed top-level entries: those of the layout (docs/contributing.md) and customary files. Dot-files are not
 * restricted.
 */
const TOP_LEVEL =
  /^(src|public|tests|docs|astro\.config\.mjs|tailwind\.config\.ts|package\.json|package-lock\.json|tsconfig\.json|README\.md|CHANGELOG\.md|LICENSE|astro-i18next\.config\.ts|Dockerfile|(docker-)?compose\.ya?ml|\..+)$/;

describe('repository layout', () => {
  it('has a fixed top level', () => {
    const top = new Set(files.map((file) => file.split('/')[0]!));
    expect([...top].filter((name) => !TOP_LEVEL.test(name))).toEqual([]);
  });

  it('has only the folders of the layout', () => {
    const below = (folder: string) =>
      new Set(
        files
          .filter((file) => file.startsWith(`${folder}/`))
          .map((file) => file.slice(folder.length + 1).split('/')[0]!),
      );
    const src =
      /^(fetch\.ts|env\.d\.ts|styles|pages|layouts|components|features|contract|client|server|demo|i18n|lib)$/;
    expect([...below('src')].filter((name) => !src.test(name))).toEqual([]);
    expect(
      [...below('tests')].filter(
        (name) => !/^(config|factories|stand-ins|component|api|demo-media|e2e|fault|fuzz|bench|repo)$/.test(name),
      ),
    ).toEqual([]);
    expect([...below('public/locales')].sort()).toEqual(['en', 'zh']);
  });

  it('uses kebab-case for operations and folders, PascalCase for components, and no barrel files', () => {
    const names = files.filter((file) => /^(src|tests)\/.*\.(ts|tsx|astro)$/.test(file));
    const wrong = names.filter((file) => {
      const name = file.split('/').at(-1)!;
      if (/\.astro$/.test(name) && file.startsWith('src/pages/')) return !/^(\[?(\.\.\.)?[\w-]+\]?)\.astro$/.test(name);
      if (/\.(tsx|astro)$/.test(name)) return !/^([A-Z][A-Za-z0-9]*|[a-z0-9-]+)(\.test)?\.(tsx|astro)$/.test(name);
      return !/^[a-z0-9-]+(\.(test|store|config|d|task))*\.ts$/.test(name);
    });
    expect(wrong).toEqual([]);
    expect(names.filter((file) => /\/index\.tsx?$/.test(file))).toEqual([]);
  });

  it('writes imports with their extension, and imports across folders through #src', () => {
    const wrong = sources('src', /\.(ts|tsx|astro)$/).flatMap(({ path, text }) =>
      [...text.matchAll(/(?:from|import)\s*\(?\s*'((?:\.|#src\/)[^']*)'/g)]
        .map((match) => match[1]!)
        .filter((source) => !/\.((ts|tsx|astro|css|json)(\?\w+)?|js\?raw|svg\?url)$/.test(source))
        .map((source) => `${path}: ${source}`),
    );
    expect(wrong).toEqual([]);
  });

  it('imports the stylesheet of a shared class where the class is used', () => {
    const wrong = ['choice', 'prose', 'question-text', 'table-scroll'].flatMap((name) => {
      const used = new RegExp(`class(Name|:list)?=[^>\\n]*(?<![\\w-])${name}(?![\\w-])`);
      return sources('src', /\.(tsx|astro)$/)
        .filter(({ text }) => used.test(text) && !text.includes(`#src/components/${name}.css'`))
        .filter(({ text }) => !text.includes(`'./${name}.css'`))
        .map(({ path }) => `${path}: ${name}.css`);
    });
    expect(wrong).toEqual([]);
  });
});

describe('src/lib', () => {
  it('contains only what more than one part of the portal uses', () => {
    /** A feature, a domain, or a folder of `src`. */
    const partOf = (path: string) => /^src\/(?:(?:features|server)\/)?[^/]+/.exec(path)![0];
    const users = new Map<string, Set<string>>();
    for (const { path, text } of sources('src', /\.(ts|tsx|astro)$/))
      for (const [, source] of text.matchAll(/from '((?:\.|#src\/)[^']*)'/g)) {
        const file = source!.startsWith('#') ? source!.slice(1) : join(path, '..', source!);
        users.set(file, (users.get(file) ?? new Set()).add(partOf(path)));
      }
    const lib = [...users].filter(([file]) => file.startsWith('src/lib/'));
    expect(lib.length).toBeGreaterThan(30);
    const ofOnePart = lib.filter(([, parts]) => parts.size === 1 && !parts.has('src/lib')).map(([file]) => file);
    expect(ofOnePart, 'they belong to the feature or domain that uses them').toEqual([]);
  });
});

describe('lock file', () => {
  it('contains no registry host, so that any mirror can be used', () => {
    const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
    expect(lock.match(/"resolved": "https?:[^"]*"/g) ?? []).toEqual([]);
  });
});
