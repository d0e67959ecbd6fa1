import { api } from '#src/client/api.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { categoryOptions, type Category } from '../categories/category-tree.ts';
import { BulkContent, useContentColumns, useContentFilters } from '../content/content-columns.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
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
  const filters = useContentFilters();
  const changes = useContentColumns<ListedProject>(timeZone);
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
    ...changes,
  ];
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('editing:project.title')} hint={t('editing:project.intro')}>
        <a className="btn btn-primary" href={href(locale, '/admin/projects/edit')}>
          <Icon name="plus" className="size-4" />
          {t('editing:project.add')}
        </a>
      </PageHead>
      <Table
        label={t('editing:project.title')}
        list={list}
        query={found}
        columns={columns}
        keyOf={({ id }) => id}
        keyword={t('editing:project.keyword')}
        filters={[
          ...filters,
          {
            name: 'categoryId',
            label: t('editing:category'),
            options: categoryOptions(categories, locale).map(({ id, label }) => [id, label]),
          },
        ]}
        empty={<EmptyState icon="grid" title={t('editing:project.empty')} hint={t('editing:project.emptyHint')} />}
        actions={({ id, title }) => (
          <a
            className="btn btn-sm"
            href={href(locale, `/admin/projects/edit?id=${id}`)}
            aria-label={t('editing:editOf', { title })}
          >
            {t('editing:edit')}
          </a>
        )}
        selection={{
          nameOf: ({ title }) => title,
          commands: (selected, clear) => (
            <BulkContent
              kind="project"
              selected={selected}
              readPage={(filter, page) => api(PAGE, { ...projectPage({ filter, page })[1], pageSize: 100 })}
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
    <ProjectTable {...props} />
  </GivenContext>
));
