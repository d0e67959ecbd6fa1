import { api } from '#src/client/api.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { ContentTable } from '../content/ContentTable.tsx';
import type { Column } from '../kit/table-columns.ts';
import { useList } from '../kit/use-list.ts';
import {
  announcementPage,
  ANNOUNCEMENTS,
  type AnnouncementSort,
  type ListedAnnouncement,
  PAGE,
} from './announcement-list.ts';

type Props = {
  /** Query with which the page was rendered. */
  search: string;
  timeZone: string;
};

/** All announcements, for their editors. */
function AnnouncementTable({ search, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(ANNOUNCEMENTS, search);
  const found = useCall(...announcementPage(list));
  const columns: Column<ListedAnnouncement, AnnouncementSort>[] = [
    {
      id: 'title',
      title: t('site:admin.announcement.name'),
      sort: 'title',
      isMain: true,
      cell: ({ title }) => <span className="font-medium">{title || t('editing:untitled')}</span>,
    },
    {
      id: 'marks',
      title: t('site:admin.announcement.marks'),
      cell: ({ pinned, mustRead, restricted }) => (
        <span className="flex flex-wrap gap-1">
          {pinned && <span className="badge badge-ghost badge-sm">{t('announcement:pinned')}</span>}
          {mustRead && <span className="badge badge-ghost badge-sm">{t('site:admin.announcement.mustRead')}</span>}
          {restricted && <span className="badge badge-ghost badge-sm">{t('site:admin.announcement.restricted')}</span>}
        </span>
      ),
    },
    {
      id: 'publishedAt',
      title: t('site:admin.announcement.publishedAt'),
      sort: 'publishedAt',
      cell: ({ publishedAt, state }) => (
        <span className="tabular-nums">{state === 'draft' ? '–' : dateTimeText(publishedAt, timeZone, locale)}</span>
      ),
    },
  ];
  return (
    <ContentTable
      kind="announcement"
      path="/admin/announcements"
      icon="megaphone"
      texts={{
        ...{
          title: t('site:admin.announcement.title'),
          intro: t('site:admin.announcement.intro'),
          add: t('site:admin.announcement.add'),
        },
        ...{
          keyword: t('site:admin.announcement.keyword'),
          empty: t('site:admin.announcement.empty'),
          emptyHint: t('site:admin.announcement.emptyHint'),
        },
      }}
      list={list}
      query={found}
      columns={columns}

      timeZone={timeZone}
      titleOf={({ title }) => title}
      links={({ id, title, state }) =>
        state === 'published' && (
          <a
            className="btn btn-ghost btn-sm"
            href={href(locale, `/admin/announcements/receipts?id=${id}`)}
            aria-label={t('site:admin.receipt.title', { title })}
          >
            {t('site:admin.announcement.receipts')}
          </a>
        )
      }
      bulk={{
        call: PAGE,
        readPage: (filter, page) => api(PAGE, { ...announcementPage({ filter, page })[1], pageSize: 100 }),
      }}
    />
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <AnnouncementTable {...props} />
  </GivenContext>
));
