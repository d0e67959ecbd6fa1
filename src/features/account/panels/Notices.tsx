import { useStore } from '@nanostores/react';
import { invalidate, useCall } from '#src/client/query.ts';
import { $unread } from '#src/client/session.store.ts';
import { Choices } from '#src/components/Choices.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import type { Data } from '#src/contract/calls.ts';
import { MarkAllRead } from '#src/features/info/MarkAllRead.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateText } from '#src/lib/dates.ts';
import { useAccount, useLastPage } from '../account-context.ts';
import { accountLink, READ_STATES, type ViewOf } from '../account-query.ts';
import { links } from '../links.ts';
import { noticePage, unreadCount } from '../panel-calls.ts';
import { choicesOf } from './choices-of.ts';
import { NothingFound } from './NothingFound.tsx';
import { NoticeKinds } from './NoticeKinds.tsx';
import { NoticeTools } from './NoticeTools.tsx';
import { useSelection } from './use-selection.ts';

/** Announcements (`change=5`), read and unread, with actions for several at once. */
export function Notices({ view }: { view: ViewOf<'notices'> }) {
  const t = useT();
  const locale = useLocale();
  const notices = useCall(...noticePage(view));
  const unread = useCall(...unreadCount());
  const count = useStore($unread, { ssr: () => unread.data?.count ?? 0 });
  const { read, page } = view;
  const selection = useSelection(notices.data?.list, `${read} ${page}`);
  useLastPage(notices.data);
  const link = accountLink(locale, 'notices');
  const text = (value: typeof read) =>
    t(value ? `record:notice.${value}` : 'record:filter.all') + (value === 'unread' ? ` ${count}` : '');
  const choices = choicesOf({ name: 'read', values: READ_STATES, chosen: read, text }, link);
  const empty = read ? (
    <NothingFound all={link({})} />
  ) : (
    <EmptyState icon="megaphone" title={t('record:empty.notices.title')} hint={t('record:empty.notices.hint')} />
  );
  return (
    <>
      <NoticeKinds panel="notices" />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Choices label={t('record:filter.state')} choices={choices} />
        {unread.data && (
          <MarkAllRead unread={unread.data} onDone={() => invalidate(noticePage(view)[0], unreadCount()[0])} />
        )}
      </div>
      <PagedList
        label={t('notice:announcements')}
        query={notices}
        empty={empty}
        href={(to) => link({ read, page: to })}
        tools={<NoticeTools view={view} selection={selection} />}
        keyOf={({ id }) => id}
      >
        {(notice) => <NoticeRow notice={notice} checkbox={selection.checkbox(notice)} />}
      </PagedList>
    </>
  );
}

type Notice = Data<'POST /user/auth/announcement/user/record/page'>['list'][number];
type RowProps = { notice: Notice; checkbox: { checked: boolean; disabled: boolean; onChange: () => void } };

function NoticeRow({ notice, checkbox }: RowProps) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = useAccount().viewer;
  return (
    <div className="group flex items-start gap-3 px-4 py-4 transition-colors hover:bg-base-200 sm:px-6">
      <input
        type="checkbox"
        {...checkbox}
        className="checkbox checkbox-sm rounded-sm mt-1 shrink-0"
        aria-label={t('record:notice.select', { title: notice.title })}
      />
      <div className="min-w-0 grow">
        <p className="flex items-start gap-2">
          {!notice.read && (
            <span className="badge badge-sm badge-soft badge-error mt-1 shrink-0">{t('record:notice.unread')}</span>
          )}
          <a
            href={href(locale, links.announcement(notice.id))}
            className={`line-clamp-2 hover:text-primary ${notice.read ? 'text-muted' : 'font-medium'}`}
          >
            {notice.title}
          </a>
        </p>
        {notice.summary && <p className="mt-1 line-clamp-2 text-sm text-muted">{notice.summary}</p>}
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
          <time dateTime={notice.publishedAt}>{dateText(notice.publishedAt, timeZone, locale)}</time>
          {notice.author && <span>{notice.author}</span>}
        </p>
      </div>
    </div>
  );
}
