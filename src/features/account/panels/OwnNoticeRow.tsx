import type { MouseEvent } from 'react';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { noticeMore, noticeText } from '#src/i18n/notice-text.ts';
import { useAccount } from '../account-context.ts';

type Notice = Data<'POST /user/auth/notice/page'>['list'][number];

type Props = {
  notice: Notice;
  /** Marks it as read. Never rejects. */
  onOpen: () => Promise<void>;
};

/** A notice: what happened as a link to it, and when. */
export function OwnNoticeRow({ notice, onOpen }: Props) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = useAccount().viewer;
  const more = noticeMore(t, notice);
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (notice.read || event.button === 2) return;
    const isInThisTab = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const { href: url } = event.currentTarget;
    // The next page counts the unread notices: it is loaded when this one is read.
    if (isInThisTab) event.preventDefault();
    void onOpen().then(() => isInThisTab && location.assign(url));
  };
  return (
    <div className="px-4 py-4 transition-colors hover:bg-base-200 sm:px-6">
      <p className="flex items-start gap-2">
        {!notice.read && (
          <span className="badge badge-sm badge-soft badge-error mt-1 shrink-0">{t('record:notice.unread')}</span>
        )}
        <a
          href={href(locale, notice.path)}
          onClick={open}
          onAuxClick={open}
          className={`min-w-0 break-words hover:text-primary ${notice.read ? 'text-muted' : 'font-medium'}`}
        >
          {notice.text ?? noticeText(t, notice)}
        </a>
      </p>
      {more && <p className="mt-1 line-clamp-3 break-words whitespace-pre-line text-sm text-muted">{more}</p>}
      <p className="mt-1 text-sm text-muted">
        <time dateTime={notice.gmtCreate}>{dateTimeText(notice.gmtCreate, timeZone, locale)}</time>
      </p>
    </div>
  );
}
