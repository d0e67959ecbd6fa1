import { api } from '#src/client/api.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { categoryOptions, type Category } from '../categories/category-tree.ts';
import { ContentTable } from '../content/ContentTable.tsx';
import { TemplateButton } from '../content/TemplateButton.tsx';
import type { Column } from '../kit/table-columns.ts';
import { useList } from '../kit/use-list.ts';
import { type ListedProject, PAGE, projectPage, PROJECTS, type ProjectSort } from './project-list.ts';

type Props = {
  /** Query with which the page was rendered. */
  search: string;
  timeZone: string;
  categories: Category[];
};

/** All learning projects, for their editors. */
function ProjectTable({ search, timeZone, categories }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(PROJECTS, search);
  const found = useCall(...projectPage(list));
  const columns: Column<ListedProject, ProjectSort>[] = [
    {
      id: 'title',
      title: t('editing:name'),
      sort: 'title',
      isMain: true,
      cell: ({ title, categoryName }) => (
        <span className="font-medium">
          {title || t('editing:untitled')}
          {categoryName && <span className="block text-sm font-normal text-muted">{categoryName}</span>}
        </span>
      ),
    },
    {
      id: 'courses',
      title: t('editing:project.courses'),
      cell: ({ courseCount }) => <span className="tabular-nums">{courseCount}</span>,
    },
  ];
  return (
    <ContentTable
      kind="project"
      path="/admin/projects"
      icon="grid"
      texts={{
        ...{ title: t('editing:project.title'), intro: t('editing:project.intro'), add: t('editing:project.add') },
        ...{
          keyword: t('editing:project.keyword'),
          empty: t('editing:project.empty'),
          emptyHint: t('editing:project.emptyHint'),
        },
      }}
      list={list}
      query={found}
      columns={columns}
      filters={[
        {
          name: 'categoryId',
          label: t('editing:category'),
          options: categoryOptions(categories, locale).map(({ id, label }) => [id, label]),
        },
      ]}
      timeZone={timeZone}
      titleOf={({ title }) => title}
      otherWays={<TemplateButton kind="project" path="/admin/projects/edit" />}
      bulk={{
        call: PAGE,
        readPage: (filter, page) => api(PAGE, { ...projectPage({ filter, page })[1], pageSize: 100 }),
        changes: { kind: 'project', categories, calledFilter: (filter) => filter },
      }}
    />
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <ProjectTable {...props} />
  </GivenContext>
));
