import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { forgetRecent, keepRecent, readRecent } from './recent.ts';
import { hitPath, searchPath } from './search-path.ts';
import { useSuggestions } from './use-suggestions.ts';
import './search-box.css';

/** Id of the panel, which layouts/frame.ts opens with `/` and the drawer with a button. */
const PANEL = 'search-box';
const LIST = `${PANEL}-list`;
const optionId = (position: number) => `${LIST}-${position}`;

type Props = {
  /** Search type of this page (docs/specification.md, section "Search"). */
  type: number;
  isMember: boolean;
};

/**
 * The search of the top bar: a button, and a popover with a form, which work without a script. Hydrated, it is a
 * combobox with suggestions, by the pattern of the ARIA practices guide.
 */
export function SearchBox({ type, isMember }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const panel = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [recent, setRecent] = useState<string[]>([]);
  const [isRefused, setRefused] = useState(false);
  /** Position of the active option; -1: none, the input itself. */
  const [active, setActive] = useState(-1);
  const { suggestions, suggest, clear } = useSuggestions(type, isMember);
  const hasList = suggestions.length > 0;
  const keyword = () => input.current!.value.trim();

  const close = () => {
    setActive(-1);
    clear();
  };
  const update = () => {
    setActive(-1);
    setRecent(keyword() ? [] : readRecent());
    void suggest(keyword());
  };
  const onOpen = () => {
    // `autofocus` is only in the server's HTML, and some browsers ignore it in a popover.
    input.current!.focus();
    update();
  };
  // State from before hydration: opened, typed or submitted.
  const takeOver = useEffectEvent(() => {
    setRefused(input.current!.matches(':user-invalid'));
    if (panel.current!.matches(':popover-open')) onOpen();
  });
  useEffect(() => takeOver(), []);
  useEffect(() => {
    if (active >= 0) list.current!.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !hasList) return;
    const { length } = suggestions;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      // Beyond either end, the input itself is active again.
      const next = event.key === 'ArrowDown' ? active + 1 : active < 0 ? length - 1 : active - 1;
      setActive(next === length ? -1 : next);
    } else if (event.key === 'Home' || event.key === 'End') {
      // The cursor moves in the text.
      return setActive(-1);
    } else if (event.key === 'Enter' && active >= 0) {
      (list.current!.children[active] as HTMLElement).click();
    } else if (event.key === 'Escape') {
      // The first Escape closes the list only.
      event.stopPropagation();
      close();
    } else return;
    event.preventDefault();
  };

  return (
    <>
      <button
        type="button"
        popoverTarget={PANEL}
        className="btn btn-ghost btn-square"
        aria-label={t('search:box.open')}
        aria-keyshortcuts="/"
      >
        <Icon name="search" />
      </button>
      <div
        ref={panel}
        id={PANEL}
        popover="auto"
        className="search-panel floating"
        onToggle={({ newState }) => {
          setRefused(false);
          if (newState === 'open') onOpen();
          else close();
        }}
      >
        <form
          action={href(locale, '/search')}
          role="search"
          aria-label={t('search:box.title')}
          className="flex gap-2"
          // Before hydration the browser rejects an empty keyword.
          noValidate={hydrated}
          onSubmit={(event) => {
            if (keyword()) return keepRecent(keyword());
            event.preventDefault();
            setRefused(true);
            input.current!.focus();
          }}
        >
          <label className="input grow">
            <Icon name="search" className="size-4 text-muted" />
            <input
              ref={input}
              type="search"
              name="keyword"
              maxLength={100}
              required
              placeholder={t('search:box.placeholder')}
              autoComplete="off"
              autoFocus
              role="combobox"
              aria-label={t('search:box.keyword')}
              aria-autocomplete="list"
              aria-controls={LIST}
              aria-expanded={hasList}
              aria-activedescendant={active < 0 ? undefined : optionId(active)}
              aria-invalid={isRefused}
              aria-describedby={isRefused ? `${PANEL}-error` : undefined}
              // Letters of an IME composition are not the keyword.
              onInput={({ nativeEvent }) => {
                setRefused(false);
                if (!nativeEvent.isComposing) update();
              }}
              onCompositionEnd={update}
              onKeyDown={onKeyDown}
            />
          </label>
          <input type="hidden" name="type" value={type} />
          <button className="btn btn-primary">{t('search:box.submit')}</button>
        </form>
        {isRefused && (
          <p id={`${PANEL}-error`} role="alert" className="mt-2 text-sm text-error">
            {t('search:box.empty')}
          </p>
        )}
        <div
          ref={list}
          role="listbox"
          id={LIST}
          aria-label={t('search:box.suggestions')}
          className="mt-2"
          hidden={!hasList}
        >
          {suggestions.map((suggestion, position) => (
            <a
              key={suggestion.id}
              id={optionId(position)}
              href={href(locale, hitPath(suggestion))}
              role="option"
              aria-selected={position === active}
              // Reached by the arrows; the focus stays in the input.
              tabIndex={-1}
              className="search-option"
              onPointerMove={() => setActive(position)}
            >
              <span className="min-w-0 grow truncate">
                {suggestion.title.map(({ text, hit }, part) => (hit ? <mark key={part}>{text}</mark> : text))}
              </span>
              <span className="shrink-0 text-xs text-muted">{t(`search:kind.${suggestion.subjectType}`)}</span>
            </a>
          ))}
        </div>
        <RecentSearches
          keywords={recent}
          type={type}
          onClear={() => {
            setRecent([]);
            input.current!.focus();
          }}
        />
      </div>
    </>
  );
}

type RecentSearchesProps = { keywords: string[]; type: number; onClear: () => void };

/** Recent searches of this device, until cleared. */
function RecentSearches({ keywords, type, onClear }: RecentSearchesProps) {
  const t = useT();
  const locale = useLocale();
  if (keywords.length === 0) return null;
  return (
    <div className="mt-2">
      <p className="flex items-center justify-between px-3 text-xs text-muted">
        {t('search:box.recent')}
        <button
          type="button"
          className="btn btn-ghost btn-xs"
          onClick={() => {
            forgetRecent();
            onClear();
          }}
        >
          {t('search:box.clear')}
        </button>
      </p>
      {keywords.map((keyword) => (
        <a key={keyword} className="search-option" href={href(locale, searchPath({ keyword, type }))}>
          {keyword}
        </a>
      ))}
    </div>
  );
}
