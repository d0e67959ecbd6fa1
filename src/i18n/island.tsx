import { Component, type ComponentType, createContext, type ReactNode, useContext } from 'react';
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
 * `locale={Astro.locals.locale}`. An error while it renders in the browser is shown in its place; the rest of the page stays.
 */
export function island<P extends object>(
  Content: ComponentType<P & { locale: Locale }>,
): ComponentType<P & { locale: Locale }> {
  function Island(props: P & { locale: Locale }) {
    const { locale } = props;
    return (
      <LanguageContext value={{ locale, t: islandTexts(locale) }}>
        <ErrorBoundary>
          <Content {...props} />
        </ErrorBoundary>
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

type BoundaryProps = {
  children: ReactNode;
  /** What is shown instead of the children after an error. Default: a short message with "try again". */
  fallback?: (retry: () => void) => ReactNode;
};

/**
 * Error boundary of an island, or of a part of one that may fail by itself: shows a message in place of its children, with a
 * button that renders them again. React writes the error to the console.
 */
export class ErrorBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  #retry = () => this.setState({ hasFailed: false });

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return this.props.fallback?.(this.#retry) ?? <RenderError onRetry={this.#retry} />;
  }
}

function RenderError({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  return (
    <div
      role="alert"
      className="pointer-events-auto flex flex-wrap items-center gap-x-3 gap-y-1 rounded-box border border-base-300 bg-base-100 px-3 py-1.5 text-sm"
    >
      <span>{t('common:renderFailed')}</span>
      <button
        type="button"
        className="btn btn-sm"
        onClick={(event) => {
          // The island may be in a link.
          event.preventDefault();
          onRetry();
        }}
      >
        {t('common:retry')}
      </button>
    </div>
  );
}
