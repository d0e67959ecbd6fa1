import type { SessionViewer } from '#src/client/session.store.ts';
import { Avatar } from '#src/components/Avatar.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { EntryLinks } from './EntryLinks.tsx';
import { userEntries } from './user-entries.ts';

/**
 * The user dropdown with its entries; on phones they are in the drawer. It opens without a script; client/menus.ts adds keyboard and
 * hover, layouts/frame.ts language switch and logout, so that both work before hydration.
 */
export function UserMenu({ viewer, otherHref }: { viewer: SessionViewer; otherHref: string | null }) {
  const t = useT();
  const locale = useLocale();
  const other = locale === 'zh' ? 'en' : 'zh';
  const { userName, sex, headPortrait, department, post, enterpriseName } = viewer;
  return (
    // If opened before hydration, it has an attribute that the server did not render.
    <details data-menu className="relative ms-1 min-w-0 max-sm:hidden" suppressHydrationWarning>
      <summary
        className="flex cursor-pointer list-none items-center gap-2 rounded-full p-1 hover:bg-base-200 xl:pe-3 [&::-webkit-details-marker]:hidden"
        aria-label={t('common:user.menuOf', { name: userName })}
      >
        <Avatar name="" sex={sex} src={headPortrait} />
        <span className="hidden max-w-24 truncate xl:inline">{userName}</span>
        <Icon name="chevron-down" className="hidden size-4 xl:block" />
      </summary>
      <div className="floating absolute end-0 top-full z-50 w-64 p-1.5">
        <div className="flex items-center gap-3 border-b border-base-300 px-3 pt-2 pb-3">
          <Avatar name="" sex={sex} src={headPortrait} className="size-11" />
          <div className="min-w-0">
            <p className="truncate font-semibold">{userName}</p>
            <p className="truncate text-sm text-muted">
              {[department, post].filter(Boolean).join(' · ') || enterpriseName}
            </p>
          </div>
        </div>
        <ul className="py-1.5">
          <EntryLinks entries={userEntries(t, viewer)} />
        </ul>
        <div className="border-t border-base-300 pt-1.5">
          {otherHref !== null && (
            <a href={otherHref} hrefLang={other} lang={other} data-lang={other} className="menu-row">
              <Icon name="globe" />
              {t('common:otherLanguage')}
            </a>
          )}
          <a href={href(locale, '/company')} className="menu-row">
            <Icon name="building" />
            {t('common:user.switchCompany')}
          </a>
          <button type="button" data-sign-out className="menu-row">
            <Icon name="logout" />
            {t('common:user.signOut')}
          </button>
        </div>
      </div>
    </details>
  );
}
