import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { Confirm } from '../../kit/Confirm.tsx';
import { PageHead } from '../../kit/PageHead.tsx';
import { RowCommand } from '../../kit/RowCommand.tsx';
import { Table } from '../../kit/Table.tsx';
import { useList } from '../../kit/use-list.ts';
import { AddTemplate } from './AddTemplate.tsx';
import { PAGE, type TemplateRow, templatePage, TEMPLATES } from './template-list.ts';

/** The templates of which certificates are made. */
function CertificateTemplates({ search, timeZone }: { search: string; timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const list = useList(TEMPLATES, search);
  const query = useCall(...templatePage(list));
  const [added, setAdded] = useState<TemplateRow | 'new' | null>(null);
  const [deleted, setDeleted] = useState<TemplateRow | null>(null);
  const remove = async ({ id }: TemplateRow) => {
    await api('DELETE /course/auth/certificate/template/delete', { id });
    notify(t('record:template.deleted'), 'success');
    invalidate(PAGE);
  };
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('record:template.title')} hint={t('record:template.intro')}>
        <a className="btn btn-outline" href={href(locale, '/admin/certificates/kinds')}>
          {t('record:kind.title')}
        </a>
        <button type="button" className="btn btn-primary" disabled={!hydrated} onClick={() => setAdded('new')}>
          <Icon name="plus" className="size-4" />
          {t('record:template.add')}
        </button>
      </PageHead>
      <Table
        label={t('record:template.title')}
        list={list}
        query={query}
        keyOf={({ id }) => id}
        keyword={t('record:template.keyword')}
        columns={[
          {
            id: 'name',
            title: t('record:template.name'),
            sort: 'name',
            isMain: true,
            cell: ({ id, name, isFromPack }) => (
              <>
                <a className="link font-medium" href={href(locale, `/admin/certificates/templates/edit?id=${id}`)}>
                  {name}
                </a>
                {isFromPack && <span className="badge badge-ghost badge-sm ms-2">{t('record:kind.fromPack')}</span>}
              </>
            ),
          },
          {
            id: 'orientation',
            title: t('record:template.page'),
            cell: ({ orientation }) => t(`record:template.orientation.${orientation}`),
          },
          {
            id: 'state',
            title: t('record:template.state'),
            cell: ({ version, isChanged }) => (
              <span className="flex flex-wrap gap-1">
                {version !== null && (
                  <span className="badge badge-soft badge-success badge-sm">
                    {t('record:template.published', { version })}
                  </span>
                )}
                {isChanged && <span className="badge badge-ghost badge-sm">{t('record:template.draft')}</span>}
              </span>
            ),
          },
          {
            id: 'kinds',
            title: t('record:template.kinds'),
            cell: ({ kinds, kindCount }) =>
              kindCount === 0
                ? t('record:template.noKinds')
                : kinds.join(t('record:template.comma')) +
                  (kindCount > kinds.length ? t('record:template.more', { count: kindCount - kinds.length }) : ''),
          },
          {
            id: 'gmtModified',
            title: t('record:template.modified'),
            sort: 'gmtModified',
            isLatestFirst: true,
            cell: ({ gmtModified }) => (
              <time dateTime={gmtModified}>{dateTimeText(gmtModified, timeZone, locale)}</time>
            ),
          },
        ]}
        empty={
          <EmptyState icon="certificate" title={t('record:template.empty')} hint={t('record:template.emptyHint')} />
        }
        actions={(template: TemplateRow) => (
          <>
            <RowCommand label={t('record:template.copy')} name={template.name} onRun={() => setAdded(template)} />
            {template.kindCount === 0 && (
              <RowCommand
                label={t('record:template.delete')}
                name={template.name}
                isDanger
                onRun={() => setDeleted(template)}
              />
            )}
          </>
        )}
      />
      {added && <AddTemplate templateOf={added === 'new' ? null : added} onClose={() => setAdded(null)} />}
      {deleted && (
        <Confirm
          title={t('record:template.confirmDelete', { name: deleted.name })}
          consequences={[]}
          action={t('record:template.delete')}
          onConfirm={() => remove(deleted)}
          onClose={() => setDeleted(null)}
        />
      )}
    </div>
  );
}

export default island(({ given, ...props }: { search: string; timeZone: string; given: Given }) => (
  <GivenContext value={given}>
    <CertificateTemplates {...props} />
  </GivenContext>
));
