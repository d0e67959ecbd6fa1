import { useStore } from '@nanostores/react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { $notices } from '#src/client/session.store.ts';
import { setNotices } from '#src/client/session-state.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Choices } from '#src/components/Choices.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { useAccount, useLastPage } from '../account-context.ts';
import { accountLink, READ_STATES, type ViewOf } from '../account-query.ts';
import { links } from '../links.ts';
import { ownNoticePage, unreadCount } from '../panel-calls.ts';
import { choicesOf } from './choices-of.ts';
import { NothingFound } from './NothingFound.tsx';
import { NoticeKinds } from './NoticeKinds.tsx';
import { OwnNoticeRow } from './OwnNoticeRow.tsx';

/** Notices to the user (`change=5&of=me`), newest first. */
export function OwnNotices({ view }: { view: ViewOf<'ownNotices'> }) {
  const t = useT();
  const locale = useLocale();
  const { now } = useAccount();
  const hydrated = useHydrated();
  const notices = useCall(...ownNoticePage(view));
  const { read, page } = view;
  const count = useStore($notices, { ssr: () => notices.data?.unreadCount ?? 0 });
  useLastPage(notices.data);
  const link = accountLink(locale, 'ownNotices');
  const reload = () => invalidate(ownNoticePage(view)[0], unreadCount()[0]);
  const readAll = useAction(async () => {
    // Notices that arrived after the list was read stay unread.
    const newest = page === 1 && read !== 'read' ? notices.data?.list[0]?.gmtCreate : undefined;
    const { unreadCount: left } = await api('PUT /user/auth/notice/read', { until: newest ?? now });
    setNotices(left);
    notify(t('notice:readAllDone'), 'success');
    reload();
  });
  const markRead = (id: string): Promise<void> =>
    // Not requested by the user, so errors are ignored; the notice stays unread.
    api('PUT /user/auth/notice/read', { ids: [id] }, { keepalive: true, _No_dispose: true }).then(
      ({ unreadCount: left }) => setNotices(left),
      () => undefined,
    );
  const text = (value: typeof read) =>
    t(value ? `record:notice.${value}` : 'record:filter.all') + (value === 'unread' ? ` ${count}` : '');
  const choices = choicesOf({ name: 'read', values: READ_STATES, chosen: read, text }, link);
  const empty = read ? (
    <NothingFound all={link({})} />
  ) : (
    <EmptyState icon="bell" title={t('notice:empty.title')} hint={t('notice:empty.hint')} />
  );
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <NoticeKinds panel="ownNotices" />
        <a className="link text-sm" href={href(locale, links.notifications)}>
          {t('notice:setting.open')}
        </a>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Choices label={t('record:filter.state')} choices={choices} />
        {(count > 0 || readAll.isPending) && (
          <button
            type="button"
            disabled={!hydrated}
            aria-disabled={readAll.isPending}
            onClick={() => void readAll.run()}
            className="btn btn-ghost btn-sm"
          >
            {t('notice:readAll')}
          </button>
        )}
      </div>
      <PagedList
        label={t('notice:forMe')}
        query={notices}
        empty={empty}
        href={(to) => link({ read, page: to })}
        keyOf={({ id }) => id}
      >
        {(notice) => <OwnNoticeRow notice={notice} onOpen={() => markRead(notice.id)} />}
      </PagedList>
    </>
  );
}
