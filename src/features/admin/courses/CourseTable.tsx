import { api } from '#src/client/api.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { BulkContent, useContentColumns, useContentFilters } from '../content/content-columns.tsx';
import { categoryOptions, type Category } from '../categories/category-tree.ts';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import type { Column } from '../kit/table-columns.ts';
import { useList } from '../kit/use-list.ts';
import { coursePage, COURSES, type CourseSort, type ListedCourse, PAGE } from './course-list.ts';

type Props = {
  /** Query with which the page was rendered. */
  search: string;
  timeZone: string;
  categories: Category[];
};

/** All courses, for their editors. */
function CourseTable({ search, timeZone, categories }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(COURSES, search);
  const found = useCall(...coursePage(list));
  const filters = useContentFilters();
  const changes = useContentColumns<ListedCourse>(timeZone);
  const columns: Column<ListedCourse, CourseSort>[] = [
    {
      id: 'title',
      title: t('editing:name'),
      sort: 'title',
      isMain: true,
      cell: ({ title, courseType, categoryName, lecturerName }) => (
        <span className="font-medium">
          {title || t('editing:untitled')}
          <span className="block text-sm font-normal text-muted">
            {[t(`enum:courseType.${courseType as 1}`), categoryName, lecturerName].filter(Boolean).join(' · ')}
          </span>
        </span>
      ),
    },
    {
      id: 'items',
      title: t('editing:course.items'),
      cell: ({ itemCount }) => <span className="tabular-nums">{itemCount}</span>,
    },
    {
      id: 'classHours',
      title: t('editing:course.classHours'),
      sort: 'classHours',
      cell: ({ classHours }) => <span className="tabular-nums">{classHours}</span>,
    },
    {
      id: 'studentCount',
      title: t('editing:course.students'),
      sort: 'studentCount',
      cell: ({ studentCount }) => <span className="tabular-nums">{studentCount}</span>,
    },
    ...changes,
  ];
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('editing:course.title')} hint={t('editing:course.intro')}>
        <a className="btn btn-primary" href={href(locale, '/admin/courses/edit')}>
          <Icon name="plus" className="size-4" />
          {t('editing:course.add')}
        </a>
      </PageHead>
      <Table
        label={t('editing:course.title')}
        list={list}
        query={found}
        columns={columns}
        keyOf={({ id }) => id}
        keyword={t('editing:course.keyword')}
        filters={[
          ...filters,
          {
            name: 'courseType',
            label: t('editing:course.type'),
            options: (['1', '2', '3'] as const).map((each) => [each, t(`enum:courseType.${each}`)]),
          },
          {
            name: 'categoryId',
            label: t('editing:category'),
            options: categoryOptions(categories, locale).map(({ id, label }) => [id, label]),
          },
        ]}
        empty={<EmptyState icon="book" title={t('editing:course.empty')} hint={t('editing:course.emptyHint')} />}
        actions={({ id, title }) => (
          <a
            className="btn btn-sm"
            href={href(locale, `/admin/courses/edit?id=${id}`)}
            aria-label={t('editing:editOf', { title })}
          >
            {t('editing:edit')}
          </a>
        )}
        selection={{
          nameOf: ({ title }) => title,
          commands: (selected, clear) => (
            <BulkContent
              kind="course"
              selected={selected}
              readPage={(filter, page) => {
                const [call, input] = coursePage({ filter, page });
                return api(call, { ...input, pageSize: 100 });
              }}
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
    <CourseTable {...props} />
  </GivenContext>
));
