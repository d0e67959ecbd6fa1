import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import config from '../../astro-i18next.config.ts';
import { ROOT, sources } from './source-tree.ts';

const NAMESPACES: string[] = config.namespaces;
/** i18next adds these to the key it is asked for. */
const PLURAL = /_(zero|one|two|few|many|other)$/;

function texts(locale: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, key: string) => {
    if (typeof value === 'string') found.set(key, value);
    else
      for (const [name, inner] of Object.entries(value as object))
        walk(inner, key.endsWith(':') ? key + name : `${key}.${name}`);
  };
  for (const ns of NAMESPACES) {
    walk(JSON.parse(readFileSync(join(ROOT, 'public/locales', locale, `${ns}.json`), 'utf8')), `${ns}:`);
  }
  return found;
}

const zh = texts('zh');
const en = texts('en');
const base = (key: string) => key.replace(PLURAL, '');
const known = new Set([...zh.keys(), ...en.keys()].flatMap((key) => [key, base(key)]));
/** Without comments: those show examples. */
const code = sources('src', /\.(ts|tsx|astro)$/).map(({ path, text }) => ({
  path,
  text: text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1'),
}));

/** `'ns:key'` anywhere in the code: given to t(), or kept in a table of labels. */
const LITERAL = new RegExp(`['"\`]((?:${NAMESPACES.join('|')}):[\\w.-]+)['"\`]`, 'g');
/** `` `ns:some.prefix.${…}` `` */
const DYNAMIC = new RegExp(`\`((?:${NAMESPACES.join('|')}):[\\w.-]*)\\$\\{`, 'g');
/** Wide prefixes: the gateway turns refusals into texts; their keys are checked by `new AppError(…, 'key')` instead. */
const REFUSALS = 'errors:';
/** All vocabularies are served by one call (src/server/site/list-enum.ts). */
const VOCABULARIES = 'enum:';

const literals = code.flatMap(({ path, text }) =>
  [...text.matchAll(LITERAL)].map((match) => ({ path, key: match[1]! })),
);
const prefixes = code.flatMap(({ path, text }) =>
  [...text.matchAll(DYNAMIC)].map((match) => ({ path, prefix: match[1]! })),
);

describe('texts in both languages', () => {
  it('has a file for each namespace and no other', () => {
    for (const locale of ['zh', 'en']) {
      const files = readdirSync(join(ROOT, 'public/locales', locale)).map((name) => name.replace('.json', ''));
      expect(files.sort()).toEqual([...NAMESPACES].sort());
    }
  });

  it('has the same keys in both languages', () => {
    const missing = (from: Map<string, string>, to: Map<string, string>) => {
      const there = new Set([...to.keys()].map(base));
      return [...from.keys()].filter((key) => !there.has(base(key)));
    };
    expect({ missingInEnglish: missing(zh, en), missingInChinese: missing(en, zh) }).toEqual({
      missingInEnglish: [],
      missingInChinese: [],
    });
  });

  it('has no empty text, and the same placeholders in both languages', () => {
    const placeholders = (text: string | undefined) =>
      [...new Set((text ?? '').match(/\{\{\s*\w+/g) ?? [])].map((name) => name.replace(/\W/g, '')).sort();
    const wrong = [...zh].filter(([key, text]) => {
      const other = en.get(key) ?? en.get(`${base(key)}_other`);
      return text.trim() === '' || other?.trim() === '' || placeholders(text).join() !== placeholders(other).join();
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it('writes Chinese in Chinese and no Chinese in English', () => {
    expect(
      [...en].filter(([, text]) => /\p{Script=Han}/u.test(text.replace(/中文|知行/g, ''))).map(([key]) => key),
    ).toEqual([]);
    // Words that are the same in every language: units, formats, names.
    const latin = [...zh].filter(
      ([, text]) => /[A-Za-z]{4,}/.test(text.replace(/\{\{[^}]*\}\}/g, '')) && !/\p{Script=Han}/u.test(text),
    );
    expect(
      latin.map(([key, text]) => `${key}: ${text}`).filter((line) => !/: (English|Zhixing|Markdown)$/.test(line)),
    ).toEqual([]);
  });
});

describe('keys and code', () => {
  it('uses no key that does not exist', () => {
    expect(literals.filter(({ key }) => !known.has(key)).map(({ path, key }) => `${path}: ${key}`)).toEqual([]);
    const noKey = ({ prefix }: { prefix: string }) =>
      prefix !== REFUSALS && ![...known].some((key) => key.startsWith(prefix));
    expect(prefixes.filter(noKey).map(({ path, prefix }) => `${path}: ${prefix}`)).toEqual([]);
  });

  it('always names the namespace', () => {
    const bare = code.flatMap(({ path, text }) =>
      [...text.matchAll(/\bt\(\s*['"]([^'":]*)['"]/g)].map((match) => `${path}: t('${match[1]}')`),
    );
    expect(bare).toEqual([]);
  });

  it('builds keys only below a prefix of one group', () => {
    const wide = prefixes.filter(
      ({ prefix }) => !/:[\w-]+\./.test(prefix) && prefix !== REFUSALS && prefix !== VOCABULARIES,
    );
    expect(wide.map(({ path, prefix }) => `${path}: ${prefix}`)).toEqual([]);
    expect(
      [...new Set(prefixes.filter(({ prefix }) => prefix === REFUSALS).map(({ path }) => path))].filter(
        (path) => !path.startsWith('src/server/http/'),
      ),
    ).toEqual([]);
    expect(prefixes.filter(({ prefix }) => prefix === VOCABULARIES).map(({ path }) => path)).toEqual([
      'src/server/site/list-enum.ts',
    ]);
  });

  it('keeps no key that nothing uses', () => {
    const used = new Set(literals.map(({ key }) => key));
    const dynamic = prefixes.map(({ prefix }) => prefix).filter((prefix) => prefix !== REFUSALS);
    const server = code
      .filter(({ path }) => /^src\/(server|contract|lib)\//.test(path))
      .map(({ text }) => text)
      .join('\n');
    const isUsed = (key: string) => {
      if (used.has(key) || used.has(base(key)) || dynamic.some((prefix) => key.startsWith(prefix))) return true;
      return key.startsWith(REFUSALS) && server.includes(`'${key.slice(REFUSALS.length)}'`);
    };
    expect([...known].filter((key) => zh.has(key) || en.has(key)).filter((key) => !isUsed(key))).toEqual([]);
  });

  it('has a text for every refusal', () => {
    const keys = code.flatMap(({ path, text }) =>
      [
        ...text.matchAll(/new AppError\(\s*\d+,\s*'([^']+)'/g),
        ...text.matchAll(/\bkey: '((?:field\.)?\w+)'/g),
        ...text.matchAll(/error: '(field\.\w+)'/g),
      ]
        .filter(() => /^src\/(server\/(?!content|db|cli)|contract)/.test(path))
        .map((match) => ({ path, key: `errors:${match[1]}` })),
    );
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter(({ key }) => !known.has(key)).map(({ path, key }) => `${path}: ${key}`)).toEqual([]);
  });
});
