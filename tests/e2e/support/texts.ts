import { readFileSync } from 'node:fs';

export type Lang = 'zh' | 'en';
export type Texts = (key: string, params?: Record<string, string | number>) => string;

const files = new Map<string, Record<string, unknown>>();

function read(lang: Lang, ns: string): Record<string, unknown> {
  const name = `${lang}/${ns}`;
  let found = files.get(name);
  if (!found) {
    found = JSON.parse(
      readFileSync(new URL(`../../../public/locales/${name}.json`, import.meta.url), 'utf8'),
    ) as Record<string, unknown>;
    files.set(name, found);
  }
  return found;
}

/**
 * The portal's own texts: tests look for what a person reads, and do not break when somebody finds a better word for it.
 * @throws Error for a key that does not exist
 */
export function textsOf(lang: Lang): Texts {
  return (key, params = {}) => {
    const [ns, path] = key.split(':') as [string, string];
    const text = path
      .split('.')
      .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], read(lang, ns));
    if (typeof text !== 'string') throw new Error(`No text ${key} in ${lang}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
  };
}
