import { useStore } from '@nanostores/react';
import { $notices, $unread, $viewer, type SessionViewer } from '#src/client/session.store.ts';
import { Icon } from '#src/components/Icon.tsx';
import { SearchBox } from '#src/features/search/SearchBox.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Bell } from './Bell.tsx';
import { DownloadCentre } from './DownloadCentre.tsx';
import { UserMenu } from './UserMenu.tsx';
import './download-centre.css';

type Props = {
  /** The user and the counts, as read by the server for this page. */
  viewer: SessionViewer;
  unread: number;
  notices: number;
  /** Search type of this page. */
  searchType: number;
  /** This page in the other language; null: the enterprise offers no other. */
  otherHref: string | null;
  /** URL of the login page that returns here: shown when the session ended in another tab. */
  signIn: string;
  /** Target of the administration button (Chinese form). */
  backOffice: string;
};

/**
 * Top bar of logged-in users: search, back office, download centre, bell and user dropdown. One island, because each
 * island costs the server a separate root.
 */
export default island(function HeaderTools({ searchType, otherHref, signIn, backOffice, ...given }: Props) {
  const t = useT();
  const locale = useLocale();
  const viewer = useStore($viewer, { ssr: () => given.viewer });
  const unread = useStore($unread, { ssr: () => given.unread });
  const notices = useStore($notices, { ssr: () => given.notices });
  return (
    <div className="flex min-w-0 items-center gap-0.5">
      <SearchBox type={searchType} isMember={viewer !== null} />
      {viewer === null ? (
        <a href={signIn} className="btn btn-primary ms-1">
          {t('common:signIn')}
        </a>
      ) : (
        <>
          {viewer.manages && (
            <a
              href={href(locale, backOffice)}
              target="_blank"
              rel="noopener"
              className="btn btn-ghost btn-square hidden sm:inline-flex"
              aria-label={t('common:admin')}
              title={t('common:admin')}
            >
              <Icon name="shield" />
            </a>
          )}
          <DownloadCentre timeZone={viewer.timeZone} />
          <Bell announcements={unread} notices={notices} />
          <UserMenu viewer={viewer} otherHref={otherHref} />
        </>
      )}
    </div>
  );
});
