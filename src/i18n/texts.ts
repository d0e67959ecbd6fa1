import { type Bundles, type Translate, translator } from './format.ts';
import { type Locale, localeOfPath } from './locale.ts';

const translators = new Map<Locale, Translate>();
let serverMessages: ((locale: Locale) => Bundles) | undefined;

/** Called once by the server to provide texts for islands rendered there. Contains no request data. */
export function provideIslandMessages(read: (locale: Locale) => Bundles): void {
  serverMessages = read;
  translators.clear();
}

/**
 * Texts that the layout inlined as `<script type="application/json" id="i18n">` (docs/architecture.md, section
 * "Texts").
 */
function inlinedMessages(): Bundles {
  return JSON.parse(document.getElementById('i18n')?.textContent ?? '{}') as Bundles;
}

/** Texts for islands: on the server all, in the browser those of the namespaces that the page inlines. */
export function islandTexts(locale: Locale): Translate {
  let t = translators.get(locale);
  if (!t) translators.set(locale, (t = translator(locale, (serverMessages ?? inlinedMessages)(locale))));
  return t;
}

/** Returns a text in the language of the page, for browser code outside components. */
export function pageText(key: string): string {
  return islandTexts(localeOfPath(location.pathname))(key);
}
