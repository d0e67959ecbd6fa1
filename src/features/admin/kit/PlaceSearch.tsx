import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { PLACES } from './places.ts';

/**
 * Id of the panel. `/` opens the panel with this id (layouts/frame.ts), also before the island is hydrated: on other pages it is
 * the search of the site, which the back office does not have.
 */
const PANEL = 'search-box';
const LIST = `${PANEL}-list`;
const optionId = (position: number) => `${LIST}-${position}`;

/** Search for a place by its name: a button and a popover with a combobox. Unfiltered, the list has all places. */
export function PlaceSearch({ shown }: { shown: string[] }) {
  const t = useT();
  const locale = useLocale();
  const panel = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [keyword, setKeyword] = useState('');
  const [active, setActive] = useState(0);
  const words = keyword.trim().toLowerCase().split(/\s+/);
  const found = PLACES.filter(({ name }) => shown.includes(name))
    .map(({ name, icon, path }) => {
      const [title, hint] = [t(`admin:place.${name}.title`), t(`admin:place.${name}.hint`)];
      return { name, icon, path, title, hint, text: `${title} ${hint}`.toLowerCase() };
    })
    .filter(({ text }) => words.every((word) => text.includes(word)))
    // Names before descriptions.
    .toSorted((a, b) => Number(isNamed(b.title, words)) - Number(isNamed(a.title, words)));

  const onOpen = () => input.current!.focus();
  // It may have been opened before the island was hydrated.
  const takeOver = useEffectEvent(() => {
    setKeyword(input.current!.value);
    if (panel.current!.matches(':popover-open')) onOpen();
  });
  useEffect(() => takeOver(), []);
  useEffect(() => {
    list.current!.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || found.length === 0) return;
    if (event.key === 'ArrowDown') setActive((active + 1) % found.length);
    else if (event.key === 'ArrowUp') setActive((active + found.length - 1) % found.length);
    else if (event.key === 'Enter') (list.current!.children[active] as HTMLElement).click();
    else return;
    event.preventDefault();
  };

  return (
    <div className="shrink-0 p-3">
      <button
        type="button"
        popoverTarget={PANEL}
        className="shell-search"
        aria-label={t('admin:search.open')}
        aria-keyshortcuts="/"
      >
        <Icon name="search" className="size-4" />
        <span className="shell-text grow text-start">{t('admin:search.open')}</span>
        <kbd className="shell-text max-lg:hidden rounded border border-base-300 px-1.5 text-xs">/</kbd>
      </button>
      <div
        ref={panel}
        id={PANEL}
        popover="auto"
        className="shell-panel floating"
        onToggle={({ newState }) => {
          if (newState === 'open') return onOpen();
          setKeyword('');
          setActive(0);
        }}
      >
        <label className="input w-full">
          <Icon name="search" className="size-4 text-muted" />
          <input
            ref={input}
            type="search"
            value={keyword}
            autoFocus
            autoComplete="off"
            placeholder={t('admin:search.placeholder')}
            role="combobox"
            aria-label={t('admin:search.placeholder')}
            aria-autocomplete="list"
            aria-controls={LIST}
            aria-expanded={found.length > 0}
            aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
            onChange={(event) => {
              setKeyword(event.target.value);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
          />
        </label>
        <div ref={list} role="listbox" id={LIST} aria-label={t('common:admin')} className="mt-2" hidden={!found.length}>
          {found.map(({ name, icon, path, title, hint }, position) => (
            <a
              key={name}
              id={optionId(position)}
              href={href(locale, path)}
              role="option"
              aria-selected={position === active}
              // Reached by the arrows; the focus stays in the input.
              tabIndex={-1}
              className="shell-option"
              onPointerMove={() => setActive(position)}
            >
              <Icon name={icon} className="size-5 shrink-0 text-muted" />
              <span className="min-w-0">
                {title}
                <span className="block truncate text-sm text-muted">{hint}</span>
              </span>
            </a>
          ))}
        </div>
        {found.length === 0 && (
          <p role="status" className="px-3 py-4 text-muted">
            {t('admin:search.none')}
          </p>
        )}
      </div>
    </div>
  );
}

const isNamed = (title: string, words: string[]) => words.every((word) => title.toLowerCase().includes(word));
