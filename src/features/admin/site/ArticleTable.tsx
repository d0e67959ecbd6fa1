import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { useContentColumns, useContentFilters } from '../content/content-columns.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import type { Column } from '../kit/table-columns.ts';
import { useList } from '../kit/use-list.ts';
import { articlePage, ARTICLES, type ListedArticle } from './article-list.ts';

type Props = {
  /** Query with which the page was rendered. */
  search: string;
  timeZone: string;
};

/** The articles of the site, for their editors. */
function ArticleTable({ search, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(ARTICLES, search);
  const found = useCall(...articlePage(list));
  const [state] = useContentFilters();
  // They are in the order of the site.
  const changes = useContentColumns<ListedArticle>(timeZone).map(({ sort: _, ...column }) => column);
  const columns: Column<ListedArticle, never>[] = [
    {
      id: 'title',
      title: t('site:admin.article.name'),
      isMain: true,
      cell: ({ title, isMissingLanguage }) => (
        <span className="font-medium">
          {title || t('editing:untitled')}
          {isMissingLanguage && (
            <span className="ms-2 badge badge-soft badge-sm badge-warning">{t('site:admin.article.missing')}</span>
          )}
        </span>
      ),
    },
    {
      id: 'version',
      title: t('site:admin.article.version'),
      cell: ({ versionNumber }) => <span className="tabular-nums">{versionNumber}</span>,
    },
    ...changes,
  ];
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('site:admin.article.title')} hint={t('site:admin.article.intro')}>
        <a className="btn btn-primary" href={href(locale, '/admin/articles/edit')}>
          <Icon name="plus" className="size-4" />
          {t('site:admin.article.add')}
        </a>
      </PageHead>
      <Table
        label={t('site:admin.article.title')}
        list={list}
        query={found}
        columns={columns}
        keyOf={({ id }) => id}
        filters={[state as never]}
        empty={
          <EmptyState icon="file" title={t('site:admin.article.empty')} hint={t('site:admin.article.emptyHint')} />
        }
        actions={({ id, title }) => (
          <a
            className="btn btn-sm"
            href={href(locale, `/admin/articles/edit?id=${id}`)}
            aria-label={t('editing:editOf', { title })}
          >
            {t('editing:edit')}
          </a>
        )}
      />
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <ArticleTable {...props} />
  </GivenContext>
));
