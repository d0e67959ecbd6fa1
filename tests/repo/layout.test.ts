import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, sources } from './source-tree.ts';

/** Files git knows or would add: what a visitor of the repository sees. */
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

/** Design section 2, and what people expect to find beside it. Dot-files are free. */
const TOP_LEVEL =
  /^(src|public|tests|docs|astro\.config\.mjs|tailwind\.config\.ts|package\.json|package-lock\.json|tsconfig\.json|README\.md|CHANGELOG\.md|LICENSE|astro-i18next\.config\.ts|Dockerfile|(docker-)?compose\.ya?ml|\..+)$/;

describe('the house of design section 2', () => {
  it('has a fixed top level', () => {
    const top = new Set(files.map((file) => file.split('/')[0]!));
    expect([...top].filter((name) => !TOP_LEVEL.test(name))).toEqual([]);
  });

  it('has no room that the plan does not know', () => {
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
        (name) => !/^(config|factories|stand-ins|component|api|e2e|fault|fuzz|bench|repo)$/.test(name),
      ),
    ).toEqual([]);
    expect([...below('public/locales')].sort()).toEqual(['en', 'zh']);
  });

  it('names files as agreed: kebab-case operations and folders, PascalCase components, no barrels', () => {
    const names = files.filter((file) => /^(src|tests)\/.*\.(ts|tsx|astro)$/.test(file));
    const wrong = names.filter((file) => {
      const name = file.split('/').at(-1)!;
      if (/\.astro$/.test(name) && file.startsWith('src/pages/')) return !/^(\[?(\.\.\.)?[\w-]+\]?)\.astro$/.test(name);
      if (/\.(tsx|astro)$/.test(name)) return !/^([A-Z][A-Za-z0-9]*|[a-z0-9-]+)(\.test)?\.(tsx|astro)$/.test(name);
      return !/^[a-z0-9-]+(\.(test|store|config|d))*\.ts$/.test(name);
    });
    expect(wrong).toEqual([]);
    expect(names.filter((file) => /\/index\.tsx?$/.test(file))).toEqual([]);
  });

  it('writes imports with their extension, and across folders through #src', () => {
    const wrong = sources('src', /\.(ts|tsx|astro)$/).flatMap(({ path, text }) =>
      [...text.matchAll(/(?:from|import)\s*\(?\s*'((?:\.|#src\/)[^']*)'/g)]
        .map((match) => match[1]!)
        .filter((source) => !/\.((ts|tsx|astro|css|json)(\?\w+)?|js\?raw|svg\?url)$/.test(source))
        .map((source) => `${path}: ${source}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the lock file', () => {
  it('names no registry host, so that any mirror can serve it', () => {
    const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
    expect(lock.match(/"resolved": "https?:[^"]*"/g) ?? []).toEqual([]);
  });
});
