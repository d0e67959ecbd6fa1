import { api } from '#src/client/api.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { ContentTable } from '../content/ContentTable.tsx';
import { TemplateButton } from '../content/TemplateButton.tsx';
import { categoryOptions, type Category } from '../categories/category-tree.ts';
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
      isRoomy: true,
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
  ];
  return (
    <ContentTable
      kind="course"
      path="/admin/courses"
      icon="book"
      texts={{
        ...{ title: t('editing:course.title'), intro: t('editing:course.intro'), add: t('editing:course.add') },
        ...{
          keyword: t('editing:course.keyword'),
          empty: t('editing:course.empty'),
          emptyHint: t('editing:course.emptyHint'),
        },
      }}
      list={list}
      query={found}
      columns={columns}
      filters={[
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
      timeZone={timeZone}
      titleOf={({ title }) => title}
      otherWays={
        <>
          <TemplateButton kind="course" path="/admin/courses/edit" />
          <a className="btn" href={href(locale, '/admin/courses/import')}>
            <Icon name="upload" className="size-4" />
            {t('editing:import.command')}
          </a>
        </>
      }
      bulk={{
        call: PAGE,
        readPage: (filter, page) => api(PAGE, { ...coursePage({ filter, page })[1], pageSize: 100 }),
        changes: {
          kind: 'course',
          categories,
          calledFilter: ({ courseType, ...filter }) => ({
            ...filter,
            ...(courseType && { courseType: Number(courseType) }),
          }),
        },
      }}
    />
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <CourseTable {...props} />
  </GivenContext>
));
