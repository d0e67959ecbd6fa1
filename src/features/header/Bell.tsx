import { useEffect } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';

/** Path of the list that has something new. */
export const noticePath = (notices: number): string => `/account?change=5${notices > 0 ? '&of=me' : ''}`;

/** A larger count is shown as "more than this". */
const MAX_SHOWN = 99;
export const unreadText = (unread: number): string => (unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread));

/**
 * The notice bell (docs/specification.md, section "Top bar"): the number of unread announcements and notices, and the
 * link to them. The count is also a prefix of the page title, visible from other tabs.
 */
export function Bell({ announcements, notices }: { announcements: number; notices: number }) {
  const t = useT();
  const unread = announcements + notices;
  const shown = unreadText(unread);
  useEffect(() => {
    if (unread === 0) return;
    const prefix = `(${shown}) `;
    document.title = prefix + document.title;
    return () => {
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [unread, shown]);
  return (
    <a
      id="bell"
      href={href(useLocale(), noticePath(notices))}
      className="btn btn-ghost btn-square relative max-sm:hidden"
      aria-label={unread > 0 ? t('common:bell.unread', { n: unread }) : t('common:bell.none')}
      title={t('common:bell.none')}
    >
      <Icon name="bell" />
      <span
        hidden={unread === 0}
        aria-hidden="true"
        className="badge badge-error badge-xs absolute end-0.5 top-1 min-w-4 px-1 tabular-nums ring-2 ring-base-100"
      >
        {shown}
      </span>
    </a>
  );
}
