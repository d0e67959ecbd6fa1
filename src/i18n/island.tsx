import { type ComponentType, createContext, useContext } from 'react';
import type { Translate } from './format.ts';
import type { Locale } from './locale.ts';
import { islandTexts } from './texts.ts';

/**
 * Property with the name of a component's renderer, so that Astro does not try all of them
 * (src/server/http/react-renderer.ts).
 */
const RENDERER = Symbol.for('astro:renderer');

type Language = { locale: Locale; t: Translate };
const LanguageContext = createContext<Language | null>(null);

function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (!language) throw new Error('An island is exported as `island(Component)`');
  return language;
}

/**
 * Wraps a component as an island that renders in the page's language on the server and in the browser. Pages pass
 * `locale={Astro.locals.locale}`.
 */
export function island<P extends object>(
  Component: ComponentType<P & { locale: Locale }>,
): ComponentType<P & { locale: Locale }> {
  function Island(props: P & { locale: Locale }) {
    const { locale } = props;
    return (
      <LanguageContext value={{ locale, t: islandTexts(locale) }}>
        <Component {...props} />
      </LanguageContext>
    );
  }
  return Object.assign(Island, { [RENDERER]: '@astrojs/react' });
}

/** `const t = useT(); t('exam:start')`. */
export function useT(): Translate {
  return useLanguage().t;
}

/** Language of the page that the island is on. */
export function useLocale(): Locale {
  return useLanguage().locale;
}
