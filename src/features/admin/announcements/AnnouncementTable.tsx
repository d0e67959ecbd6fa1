import { api } from '#src/client/api.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { BulkContent, useContentColumns, useContentFilters } from '../content/content-columns.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
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
  const filters = useContentFilters();
  const changes = useContentColumns<ListedAnnouncement>(timeZone);
  const columns: Column<ListedAnnouncement, AnnouncementSort>[] = [
    {
      id: 'title',
      title: t('site:desk.announcement.name'),
      sort: 'title',
      isMain: true,
      cell: ({ title }) => <span className="font-medium">{title || t('editing:untitled')}</span>,
    },
    {
      id: 'marks',
      title: t('site:desk.announcement.marks'),
      cell: ({ pinned, mustRead, restricted }) => (
        <span className="flex flex-wrap gap-1">
          {pinned && <span className="badge badge-ghost badge-sm">{t('announcement:pinned')}</span>}
          {mustRead && <span className="badge badge-ghost badge-sm">{t('site:desk.announcement.mustRead')}</span>}
          {restricted && <span className="badge badge-ghost badge-sm">{t('site:desk.announcement.restricted')}</span>}
        </span>
      ),
    },
    {
      id: 'publishedAt',
      title: t('site:desk.announcement.publishedAt'),
      sort: 'publishedAt',
      cell: ({ publishedAt, state }) => (
        <span className="tabular-nums">{state === 'draft' ? '–' : dateTimeText(publishedAt, timeZone, locale)}</span>
      ),
    },
    ...changes,
  ];
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('site:desk.announcement.title')} hint={t('site:desk.announcement.intro')}>
        <a className="btn btn-primary" href={href(locale, '/admin/announcements/edit')}>
          <Icon name="plus" className="size-4" />
          {t('site:desk.announcement.add')}
        </a>
      </PageHead>
      <Table
        label={t('site:desk.announcement.title')}
        list={list}
        query={found}
        columns={columns}
        keyOf={({ id }) => id}
        keyword={t('site:desk.announcement.keyword')}
        filters={filters}
        empty={
          <EmptyState
            icon="megaphone"
            title={t('site:desk.announcement.empty')}
            hint={t('site:desk.announcement.emptyHint')}
          />
        }
        actions={({ id, title, state }) => (
          <>
            {state === 'published' && (
              <a
                className="btn btn-ghost btn-sm"
                href={href(locale, `/admin/announcements/receipts?id=${id}`)}
                aria-label={t('site:desk.receipt.title', { title })}
              >
                {t('site:desk.announcement.receipts')}
              </a>
            )}
            <a
              className="btn btn-sm"
              href={href(locale, `/admin/announcements/edit?id=${id}`)}
              aria-label={t('editing:editOf', { title })}
            >
              {t('editing:edit')}
            </a>
          </>
        )}
        selection={{
          nameOf: ({ title }) => title,
          commands: (selected, clear) => (
            <BulkContent
              kind="announcement"
              selected={selected}
              readPage={(filter, page) => api(PAGE, { ...announcementPage({ filter, page })[1], pageSize: 100 })}
              onDone={() => {
                clear();
                invalidate(PAGE);
              }}
            />
          ),
        }}
      />
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <AnnouncementTable {...props} />
  </GivenContext>
));
