import { useStore } from '@nanostores/react';
import { $notices, $unread, $viewer, type SessionViewer } from '#src/client/session.store.ts';
import { Icon } from '#src/components/Icon.tsx';
import { Bell } from '#src/features/header/Bell.tsx';
import { DownloadCentre } from '#src/features/header/DownloadCentre.tsx';
import { UserMenu } from '#src/features/header/UserMenu.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { SideBar } from './SideBar.tsx';
import './shell.css';

export type ShellProps = {
  /** The tenant's name and icon. */
  brand: { name: string; websiteIco: string | null };
  /** Names of the places that the user is shown. */
  shown: string[];
  /** Name of the place of this page; null: it belongs to none. */
  current: string | null;
  /** Title of the page if it is below its place, e.g. of one exam. */
  here?: string;
  isNarrow: boolean;
  /** The user and the counts, as read by the server for this page. */
  viewer: SessionViewer;
  unread: number;
  notices: number;
  /** This page in the other language; null: the enterprise offers no other. */
  otherHref: string | null;
  /** URL of the login page that returns here: shown when the session ended in another tab. */
  signIn: string;
};

/**
 * Side bar and top bar of the back office. One island, because each island costs the server a separate root; the layout
 * puts its two parts into a grid. The side bar is also the drawer of narrow screens.
 */
export default island<ShellProps>(function Shell({
  brand,
  shown,
  current,
  here,
  isNarrow,
  otherHref,
  signIn,
  ...given
}) {
  const t = useT();
  const locale = useLocale();
  const viewer = useStore($viewer, { ssr: () => given.viewer });
  const unread = useStore($unread, { ssr: () => given.unread });
  const notices = useStore($notices, { ssr: () => given.notices });
  return (
    <>
      <SideBar brand={brand} shown={shown} current={current} startsNarrow={isNarrow} otherHref={otherHref} />
      <header className="shell-top">
        <button
          type="button"
          popoverTarget="drawer"
          className="btn btn-ghost btn-square -ms-2 lg:hidden"
          aria-label={t('common:menu')}
        >
          <Icon name="menu" />
        </button>
        <Breadcrumbs current={current} here={here} hasOverview={shown.includes('overview')} />
        <div className="ms-auto flex shrink-0 items-center gap-0.5">
          {viewer === null ? (
            <a href={signIn} className="btn btn-primary">
              {t('common:signIn')}
            </a>
          ) : (
            <>
              <a
                href={href(locale, '/home')}
                className="btn btn-ghost px-3 font-normal max-sm:hidden"
                title={t('admin:asLearnerHint')}
              >
                <Icon name="external" className="size-4" />
                {t('admin:asLearner')}
              </a>
              <DownloadCentre timeZone={viewer.timeZone} />
              <Bell announcements={unread} notices={notices} />
              <UserMenu viewer={viewer} otherHref={otherHref} />
            </>
          )}
        </div>
      </header>
    </>
  );
});
