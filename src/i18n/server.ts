import i18next, { type TFunction } from 'i18next';
import FsBackend from 'i18next-fs-backend';
import config from '../../astro-i18next.config.ts';
import type { Translate } from './format.ts';
import type { Locale } from './locale.ts';

/**
 * `t('exam:start')`; bound to one language. Never use `changeLanguage` or the global `t` (docs/architecture.md, section
 * "Texts").
 */
export type T = Translate;

const bound = new Map<Locale, T>();

/** Translations of one language. Safe for concurrent requests in several languages. */
export function getT(locale: Locale): T {
  start();
  let t = bound.get(locale);
  if (!t) bound.set(locale, (t = remembering(i18next.getFixedT(locale))));
  return t;
}

/** Maximum number of cached texts per language; the oldest is evicted first. */
const MAX_REMEMBERED = 5_000;

/** Caches texts with their values: i18next takes about 15 µs per lookup, and a page has about a hundred. */
function remembering(t: TFunction): T {
  const look = t as unknown as (key: string, ...rest: unknown[]) => string;
  const texts = new Map<string, string>();
  const remembered = (key: string, ...rest: unknown[]) => {
    const id = rest.length > 0 ? `${key} ${JSON.stringify(rest)}` : key;
    let text = texts.get(id);
    if (text === undefined) {
      text = look(key, ...rest);
      if (texts.size >= MAX_REMEMBERED) texts.delete(texts.keys().next().value!);
      texts.set(id, text);
    }
    return text;
  };
  return remembered;
}

/**
 * Returns a text as it is in the locale files, with its placeholders.
 * @param count selects the form of a plural; without it the general one
 */
export function rawText(locale: Locale, key: string, count?: number): string {
  start();
  const [ns = '', path = ''] = key.split(':');
  const form = count === undefined ? 'other' : new Intl.PluralRules(locale).select(count);
  for (const name of [`${path}_${form}`, path, `${path}_other`]) {
    const text: unknown = i18next.getResource(locale, ns, name);
    if (typeof text === 'string') return text;
  }
  throw new Error(`No text "${key}"`);
}

/**
 * Texts of some namespaces, for the islands of a page: inlined by the layout as `<script id="i18n">`. A part of a
 * namespace is given by its key: `record.checkIn`.
 */
export function messages(locale: Locale, names: string[] = config.namespaces): Record<string, object> {
  start();
  const found: Record<string, object> = {};
  for (const name of names) {
    const [ns = '', ...path] = name.split('.');
    const bundle = (i18next.getResourceBundle(locale, ns) ?? {}) as Texts;
    if (path.length === 0) found[ns] = bundle;
    else copyPart(bundle, (found[ns] ??= {}) as Texts, path);
  }
  return found;
}

type Texts = { [key: string]: Texts | string };

function copyPart(from: Texts, to: Texts, [key = '', ...rest]: string[]): void {
  const part = from[key];
  if (typeof part !== 'object') throw new Error(`No texts under "${key}"`);
  if (rest.length === 0) to[key] = part;
  else copyPart(part, (to[key] ??= {}) as Texts, rest);
}

const inlined = new Map<string, string>();

/**
 * Texts that a page inlines for its islands, as JSON for a `<script>` element: `common` and the namespaces, or parts of
 * namespaces, that it lists. Cached per combination. `<` is escaped so that no text can end the element.
 */
export function inlineTexts(locale: Locale, namespaces: readonly string[]): string {
  const id = `${locale} ${namespaces.join()}`;
  let json = inlined.get(id);
  if (json === undefined) {
    json = JSON.stringify(messages(locale, ['common', ...namespaces])).replaceAll('<', '\\u003c');
    inlined.set(id, json);
  }
  return json;
}

/** In the built portal `astro-i18next` has initialised it; tests and commands initialise it here. */
function start(): void {
  if (i18next.isInitialized) return;
  void i18next.use(FsBackend).init({
    supportedLngs: config.locales,
    ns: config.namespaces,
    defaultNS: config.defaultNamespace,
    ...config.i18nextServer,
  });
}
