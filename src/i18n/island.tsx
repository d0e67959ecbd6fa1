import { createInstance, type i18n, type TFunction } from 'i18next';
import type { ComponentType } from 'react';
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';
import type { Locale } from './locale.ts';

type Bundles = Record<string, object>;

const instances = new Map<Locale, i18n>();
let serverMessages: ((locale: Locale) => Bundles) | undefined;

/** Called once by the server, so that islands rendered there find their texts. Carries no request data. */
export function provideIslandMessages(read: (locale: Locale) => Bundles): void {
  serverMessages = read;
  instances.clear();
}

/** Texts that the layout inlined as `<script type="application/json" id="i18n">` (design section 6). */
function inlinedMessages(): Bundles {
  return JSON.parse(document.getElementById('i18n')?.textContent ?? '{}') as Bundles;
}

function instanceOf(locale: Locale): i18n {
  const found = instances.get(locale);
  if (found) return found;
  const bundles = serverMessages ? serverMessages(locale) : inlinedMessages();
  const instance = createInstance();
  void instance.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    resources: { [locale]: bundles },
    defaultNS: 'common',
    initAsync: false,
    showSupportNotice: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  } as Parameters<i18n['init']>[0]);
  instances.set(locale, instance);
  return instance;
}

/**
 * Makes an island of a component: it renders in the page's language on the server and in the browser alike.
 * Pages pass `locale={Astro.locals.locale}`.
 */
export function island<P extends object>(
  Component: ComponentType<P & { locale: Locale }>,
): ComponentType<P & { locale: Locale }> {
  return function Island(props) {
    return (
      <I18nextProvider i18n={instanceOf(props.locale)}>
        <Component {...props} />
      </I18nextProvider>
    );
  };
}

/** `const t = useT(); t('exam:start')`. */
export function useT(): TFunction {
  return useTranslation().t;
}
