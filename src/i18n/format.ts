import type { Locale } from './locale.ts';

/** Interpolation values. `count` selects the plural form. */
export type TextValues = Record<string, string | number | null | undefined>;
/** `t('exam:minutes', { count: 5 })`: a text of a namespace in the language of the page. */
export type Translate = (key: string, values?: TextValues) => string;
/** Texts by namespace, as in `public/locales/{locale}`. */
export type Bundles = Record<string, object>;

const DEFAULT_NAMESPACE = 'common';

/**
 * Texts of one language, in the format of the locale files: nested keys, `{{name}}`, and `_one`/`_other` by the plural
 * rules of the language. Islands use it on the server and in the browser instead of i18next, which would cost every
 * page with an island 16 KB of JavaScript. For a missing text the key is returned.
 */
export function translator(locale: Locale, bundles: Bundles): Translate {
  const plural = new Intl.PluralRules(locale);
  const found = new Map<string, string | undefined>();
  const look = (key: string): string | undefined => {
    if (!found.has(key)) found.set(key, textAt(bundles, key));
    return found.get(key);
  };
  return (key, values) => {
    if (!values) return look(key) ?? key;
    const { count } = values;
    const form = typeof count === 'number' ? look(`${key}_${plural.select(count)}`) : undefined;
    const text = form ?? look(key) ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}

function textAt(bundles: Bundles, key: string): string | undefined {
  const colon = key.indexOf(':');
  const namespace = colon < 0 ? DEFAULT_NAMESPACE : key.slice(0, colon);
  let node: unknown = bundles[namespace];
  for (const name of key.slice(colon + 1).split('.')) node = (node as Record<string, unknown> | undefined)?.[name];
  return typeof node === 'string' ? node : undefined;
}
