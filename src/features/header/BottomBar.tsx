import { useStore } from '@nanostores/react';
import { useSignedIn } from '#src/client/use-live.ts';
import { useEffect, useState } from 'react';
import { $notices, $unread } from '#src/client/session.store.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { IconName } from '#src/components/icons.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href, switchLocale } from '#src/i18n/locale.ts';
import { BAR_PLACES, barPlace, type BarPlace } from './bar-place.ts';
import { noticePath, unreadText } from './Bell.tsx';

type Props = {
  /** The place of this page, and the counts, as read by the server for it. */
  place: BarPlace | null;
  unread: number;
  notices: number;
};

const LOOKS: Record<BarPlace, { icon: IconName; path: string }> = {
  home: { icon: 'home', path: '/home' },
  study: { icon: 'book', path: '/knowledge' },
  exams: { icon: 'exam', path: '/test' },
  messages: { icon: 'bell', path: '' },
  me: { icon: 'user', path: '/account' },
};

/**
 * The bottom bar of members below 640 px: where a thumb reaches it, in place of bell and user menu in the top bar. Pages of
 * layouts without top bar, such as the exam hall, have none.
 */
export default island(function BottomBar(given: Props) {
  const t = useT();
  const locale = useLocale();
  const announcements = useStore($unread, { ssr: () => given.unread });
  const notices = useStore($notices, { ssr: () => given.notices });
  const unread = announcements + notices;
  const [place, setPlace] = useState(given.place);
  // Not `viewer`: the bar needs nothing of the person, and goes when the session has ended in another tab.
  const hasEnded = !useSignedIn(true);
  useEffect(() => {
    // The sections of `/account` change the address without loading a page.
    const follow = () =>
      setPlace(barPlace(switchLocale(location.pathname, 'zh'), new URLSearchParams(location.search)));
    navigation.addEventListener('currententrychange', follow);
    return () => navigation.removeEventListener('currententrychange', follow);
  }, []);
  if (hasEnded) return null;
  return (
    <nav className="bottom-bar" aria-label={t('common:bar.label')}>
      <ul>
        {BAR_PLACES.map((each) => {
          const { icon, path } = LOOKS[each];
          const isMessages = each === 'messages';
          return (
            <li key={each}>
              <a
                href={href(locale, isMessages ? noticePath(notices) : path)}
                aria-current={each === place ? 'page' : undefined}
              >
                <Icon name={icon} />
                <span>{t(`common:bar.${each}`)}</span>
                {isMessages && unread > 0 && (
                  <>
                    <span aria-hidden="true" className="badge badge-error badge-xs tabular-nums">
                      {unreadText(unread)}
                    </span>
                    <span className="sr-only">{t('common:bar.unread', { n: unread })}</span>
                  </>
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
});
