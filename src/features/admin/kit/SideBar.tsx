import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { GROUPS, NARROW, NARROW_COOKIE } from './places.ts';
import { PlaceSearch } from './PlaceSearch.tsx';

type Props = {
  brand: { name: string; websiteIco: string | null };
  shown: string[];
  current: string | null;
  startsNarrow: boolean;
  otherHref: string | null;
};

/** Seconds that the choice of a narrow side bar is kept. */
const YEAR = 365 * 86_400;

/**
 * The places of the back office in groups. A popover below 1024 px, opened by the button of the top bar without a script;
 * a column above, which can be narrowed to its icons.
 */
export function SideBar({ brand, shown, current, startsNarrow, otherHref }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const other = locale === 'zh' ? 'en' : 'zh';
  const [isNarrow, setNarrow] = useState(startsNarrow);
  const groups = GROUPS.map(({ name, places }) => ({
    name,
    places: places.filter((place) => shown.includes(place.name)),
  })).filter(({ places }) => places.length > 0);
  const narrow = (next: boolean) => {
    setNarrow(next);
    document.cookie = `${NARROW_COOKIE}=${next ? NARROW : ''}; max-age=${next ? YEAR : 0}; path=/; samesite=lax`;
  };
  const bar = useRef<HTMLElement>(null);
  const here = useRef<HTMLAnchorElement>(null);
  // The places are more than a small window shows. Who has scrolled them before this is hydrated may be about to click one: they stay.
  useEffect(() => {
    if (bar.current?.scrollTop) return;
    // Some browsers answer with a promise, which is no function that cleans up.
    void here.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const narrowLabel = t(isNarrow ? 'admin:widen' : 'admin:narrow');
  return (
    <aside id="drawer" popover="auto" className="shell-bar" data-narrow={isNarrow || undefined}>
      <div className="flex h-14 shrink-0 items-center gap-2 border-b border-base-300 px-3">
        <a
          href={href(locale, '/home')}
          className="flex min-w-0 grow items-center gap-2 rounded-field p-1"
          aria-label={t('common:homeOf', { name: brand.name })}
        >
          {brand.websiteIco ? (
            <img
              src={brand.websiteIco}
              alt=""
              width="32"
              height="32"
              className="size-8 shrink-0 rounded object-contain"
            />
          ) : (
            <span className="grid size-8 shrink-0 place-items-center rounded bg-primary-soft text-primary">
              <Icon name="building" />
            </span>
          )}
          <span className="shell-text truncate font-semibold">{brand.name}</span>
        </a>
        <button
          type="button"
          popoverTarget="drawer"
          popoverTargetAction="hide"
          className="btn btn-ghost btn-square lg:hidden"
          aria-label={t('common:close')}
        >
          <Icon name="close" />
        </button>
      </div>
      <PlaceSearch shown={shown} />
      <nav ref={bar} aria-label={t('common:admin')} className="shell-nav">
        {groups.map(({ name, places }) => (
          <div key={name}>
            {name !== 'overview' && (
              <p className="shell-heading" aria-hidden="true">
                {t(`admin:group.${name}`)}
              </p>
            )}
            <ul aria-label={t(`admin:group.${name}`)}>
              {places.map((place) => (
                <li key={place.name}>
                  <a
                    href={href(locale, place.path)}
                    className="shell-link"
                    {...(place.name === current && { ref: here, 'aria-current': 'page' })}
                    title={isNarrow ? t(`admin:place.${place.name}.title`) : undefined}
                  >
                    <Icon name={place.icon} />
                    <span className="shell-text">{t(`admin:place.${place.name}.title`)}</span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="mt-auto shrink-0 border-t border-base-300 p-3">
        <a href={href(locale, '/home')} className="shell-link sm:hidden">
          <Icon name="external" />
          <span>{t('admin:asLearner')}</span>
        </a>
        {otherHref !== null && (
          <a href={otherHref} hrefLang={other} lang={other} data-lang={other} className="shell-link sm:hidden">
            <Icon name="globe" />
            <span>{t('common:otherLanguage')}</span>
          </a>
        )}
        <button
          type="button"
          data-theme-toggle
          className="shell-link"
          title={isNarrow ? t('common:toggleTheme') : undefined}
        >
          <Icon name="moon" className="size-5 dark:hidden" />
          <Icon name="sun" className="hidden size-5 dark:block" />
          <span className="shell-text">{t('common:toggleTheme')}</span>
        </button>
        <button type="button" data-sign-out className="shell-link sm:hidden">
          <Icon name="logout" />
          <span>{t('common:user.signOut')}</span>
        </button>
        <button
          type="button"
          className="shell-link max-lg:hidden"
          disabled={!hydrated}
          title={isNarrow ? narrowLabel : undefined}
          onClick={() => narrow(!isNarrow)}
        >
          <Icon name={isNarrow ? 'chevron-right' : 'chevron-left'} />
          <span className="shell-text">{narrowLabel}</span>
        </button>
      </div>
    </aside>
  );
}
