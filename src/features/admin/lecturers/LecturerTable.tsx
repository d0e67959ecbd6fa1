import { api } from '#src/client/api.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { Avatar } from '#src/components/Avatar.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { BulkContent, useContentColumns, useContentFilters } from '../content/content-columns.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import type { Column } from '../kit/table-columns.ts';
import { useList } from '../kit/use-list.ts';
import { lecturerPage, LECTURERS, type LecturerSort, type ListedLecturer, PAGE } from './lecturer-list.ts';

type Props = {
  /** Query with which the page was rendered. */
  search: string;
  timeZone: string;
};

/** All lecturers, for their editors. */
function LecturerTable({ search, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(LECTURERS, search);
  const found = useCall(...lecturerPage(list));
  const filters = useContentFilters();
  const changes = useContentColumns<ListedLecturer>(timeZone);
  const columns: Column<ListedLecturer, LecturerSort>[] = [
    {
      id: 'lecturerName',
      title: t('editing:lecturer.name'),
      sort: 'lecturerName',
      isMain: true,
      cell: ({ lecturerName, lecturerLevel, title, photo }) => (
        <span className="flex items-center gap-3">
          <Avatar name="" src={photo} className="size-9" />
          <span className="font-medium">
            {lecturerName || t('editing:untitled')}
            <span className="block text-sm font-normal text-muted">
              {[lecturerLevel, title].filter(Boolean).join(' · ')}
            </span>
          </span>
        </span>
      ),
    },
    { id: 'member', title: t('editing:lecturer.member'), cell: ({ userName }) => userName ?? '–' },
    {
      id: 'courses',
      title: t('editing:project.courses'),
      cell: ({ courseCount }) => <span className="tabular-nums">{courseCount}</span>,
    },
    {
      id: 'hours',
      title: t('editing:lecturer.hours'),
      cell: ({ annualTeachingHours }) => <span className="tabular-nums">{annualTeachingHours}</span>,
    },
    ...changes,
  ];
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('editing:lecturer.title')} hint={t('editing:lecturer.intro')}>
        <a className="btn btn-primary" href={href(locale, '/admin/lecturers/edit')}>
          <Icon name="plus" className="size-4" />
          {t('editing:lecturer.add')}
        </a>
      </PageHead>
      <Table
        label={t('editing:lecturer.title')}
        list={list}
        query={found}
        columns={columns}
        keyOf={({ id }) => id}
        keyword={t('editing:lecturer.keyword')}
        filters={filters}
        empty={<EmptyState icon="user" title={t('editing:lecturer.empty')} hint={t('editing:lecturer.emptyHint')} />}
        actions={({ id, lecturerName }) => (
          <a
            className="btn btn-sm"
            href={href(locale, `/admin/lecturers/edit?id=${id}`)}
            aria-label={t('editing:editOf', { title: lecturerName })}
          >
            {t('editing:edit')}
          </a>
        )}
        selection={{
          nameOf: ({ lecturerName }) => lecturerName,
          commands: (selected, clear) => (
            <BulkContent
              kind="lecturer"
              selected={selected}
              readPage={(filter, page) => api(PAGE, { ...lecturerPage({ filter, page })[1], pageSize: 100 })}
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
    <LecturerTable {...props} />
  </GivenContext>
));
