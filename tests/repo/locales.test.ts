import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import config from '../../astro-i18next.config.ts';
import { ROOT, sources } from './source-tree.ts';

const NAMESPACES: string[] = config.namespaces;
/** Plural suffixes that i18next adds to keys. */
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
/** Source code without comments, which contain examples. */
const code = sources('src', /\.(ts|tsx|astro)$/).map(({ path, text }) => ({
  path,
  text: text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1'),
}));

/** `'ns:key'` anywhere in the code: an argument of t(), or in a table of labels. */
const LITERAL = new RegExp(`['"\`]((?:${NAMESPACES.join('|')}):[\\w.-]+)['"\`]`, 'g');
/** `` `ns:some.prefix.${…}` `` */
const DYNAMIC = new RegExp(`\`((?:${NAMESPACES.join('|')}):[\\w.-]*)\\$\\{`, 'g');
/** General prefix: the gateway translates errors; their keys are checked by `new AppError(…, 'key')` instead. */
const REFUSALS = 'errors:';
/** General prefix: one call returns all enumerations (src/server/site/list-enum.ts). */
const VOCABULARIES = 'enum:';

const literals = code.flatMap(({ path, text }) =>
  [...text.matchAll(LITERAL)].map((match) => ({ path, key: match[1]! })),
);
const prefixes = code.flatMap(({ path, text }) =>
  [...text.matchAll(DYNAMIC)].map((match) => ({ path, prefix: match[1]! })),
);

describe('locale files', () => {
  it('consist of one file per namespace', () => {
    for (const locale of ['zh', 'en']) {
      const files = readdirSync(join(ROOT, 'public/locales', locale)).map((name) => name.replace('.json', ''));
      expect(files.sort()).toEqual([...NAMESPACES].sort());
    }
  });

  it('have each key once: JSON takes the last one silently', () => {
    const repeated = ['zh', 'en'].flatMap((locale) =>
      NAMESPACES.flatMap((ns) => {
        const text = readFileSync(join(ROOT, 'public/locales', locale, `${ns}.json`), 'utf8');
        return parseDocument(text, { uniqueKeys: true }).errors.map(({ message }) => `${locale}/${ns}: ${message}`);
      }),
    );
    expect(repeated).toEqual([]);
  });

  it('have the same keys in both languages', () => {
    const missing = (from: Map<string, string>, to: Map<string, string>) => {
      const there = new Set([...to.keys()].map(base));
      return [...from.keys()].filter((key) => !there.has(base(key)));
    };
    expect({ missingInEnglish: missing(zh, en), missingInChinese: missing(en, zh) }).toEqual({
      missingInEnglish: [],
      missingInChinese: [],
    });
  });

  it('have no empty text, and the same placeholders in both languages', () => {
    const placeholders = (text: string | undefined) =>
      [...new Set((text ?? '').match(/\{\{\s*\w+/g) ?? [])].map((name) => name.replace(/\W/g, '')).sort();
    const wrong = [...zh].filter(([key, text]) => {
      const other = en.get(key) ?? en.get(`${base(key)}_other`);
      return text.trim() === '' || other?.trim() === '' || placeholders(text).join() !== placeholders(other).join();
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it('have Chinese texts in Chinese, and no Chinese in English', () => {
    expect(
      [...en].filter(([, text]) => /\p{Script=Han}/u.test(text.replace(/中文|知行/g, ''))).map(([key]) => key),
    ).toEqual([]);
    // Texts that are the same in every language: units, formats, names.
    const latin = [...zh].filter(
      ([, text]) => /[A-Za-z]{4,}/.test(text.replace(/\{\{[^}]*\}\}/g, '')) && !/\p{Script=Han}/u.test(text),
    );
    expect(
      latin
        .map(([key, text]) => `${key}: ${text}`)
        .filter((line) => !/: (English|Zhixing|Markdown|Moodle XML)$/.test(line)),
    ).toEqual([]);
  });
});

describe('keys in the code', () => {
  it('exist in the locale files', () => {
    expect(literals.filter(({ key }) => !known.has(key)).map(({ path, key }) => `${path}: ${key}`)).toEqual([]);
    const noKey = ({ prefix }: { prefix: string }) =>
      prefix !== REFUSALS && ![...known].some((key) => key.startsWith(prefix));
    expect(prefixes.filter(noKey).map(({ path, prefix }) => `${path}: ${prefix}`)).toEqual([]);
  });

  it('contain the namespace', () => {
    const bare = code.flatMap(({ path, text }) =>
      [...text.matchAll(/\bt\(\s*['"]([^'":]*)['"]/g)].map((match) => `${path}: t('${match[1]}')`),
    );
    expect(bare).toEqual([]);
  });

  it('have a prefix of one group if they are dynamic', () => {
    const wide = prefixes.filter(
      ({ prefix }) => !/:[\w-]+\./.test(prefix) && prefix !== REFUSALS && prefix !== VOCABULARIES,
    );
    expect(wide.map(({ path, prefix }) => `${path}: ${prefix}`)).toEqual([]);
    expect(
      [...new Set(prefixes.filter(({ prefix }) => prefix === REFUSALS).map(({ path }) => path))].filter(
        // A file that a browser opens by itself answers with a text, an archive lists what it could not contain; rows of a bulk change have the error of each as their result, and so
        // has an import whose plan could not be made, and an upload.
        (path) =>
          !path.startsWith('src/server/http/') &&
          ![
            'src/server/exam/serve-dispute-file.ts',
            'src/server/record/sheet/serve-file.ts',
            'src/server/record/certificate-export.ts',
            'src/server/bulk/read-bulk.ts',
            'src/server/people/import/find-import.ts',
            'src/server/people/sync/sync-runs.ts',
            'src/server/media/upload/list-uploads.ts',
            'src/server/editing/import/start-import.ts',
          ].includes(path),
      ),
    ).toEqual([]);
    expect(prefixes.filter(({ prefix }) => prefix === VOCABULARIES).map(({ path }) => path)).toEqual([
      'src/server/site/list-enum.ts',
    ]);
  });

  it('use every key of the locale files', () => {
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

  it('exist for every AppError', () => {
    const keys = code.flatMap(({ path, text }) =>
      [
        ...text.matchAll(/new AppError\(\s*\d+,\s*'([^']+)'/g),
        ...text.matchAll(/\bkey: '((?:field\.)?\w+)'/g),
        ...text.matchAll(/error: '(field\.\w+)'/g),
      ]
        .filter(() => /^src\/(server\/(?!content|pack|cli|\w+\/import-)|contract)/.test(path))
        .map((match) => ({ path, key: `errors:${match[1]}` })),
    );
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter(({ key }) => !known.has(key)).map(({ path, key }) => `${path}: ${key}`)).toEqual([]);
  });
});
