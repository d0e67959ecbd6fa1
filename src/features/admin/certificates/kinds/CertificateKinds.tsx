import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Confirm } from '../../kit/Confirm.tsx';
import { PageHead } from '../../kit/PageHead.tsx';
import { RowCommand } from '../../kit/RowCommand.tsx';
import { Table } from '../../kit/Table.tsx';
import { useList } from '../../kit/use-list.ts';
import { type CertificateKind, kindPage, KINDS, PAGE } from './kind-list.ts';
import { KindDialog } from './KindDialog.tsx';
import { TemplateDialog } from './TemplateDialog.tsx';

/** The kinds of certificates that exams and courses give, and that are issued by hand. */
function CertificateKinds({ search }: { search: string }) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const list = useList(KINDS, search);
  const query = useCall(...kindPage(list));
  const [edited, setEdited] = useState<CertificateKind | 'new' | null>(null);
  const [chosen, setChosen] = useState<CertificateKind | null>(null);
  const [deleted, setDeleted] = useState<CertificateKind | null>(null);
  const remove = async ({ id }: CertificateKind) => {
    await api('DELETE /course/auth/certificate/kind/delete', { id });
    notify(t('record:kind.deleted'), 'success');
    invalidate(PAGE);
  };
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('record:kind.title')} hint={t('record:kind.intro')}>
        <a className="btn btn-outline" href={href(locale, '/admin/certificates')}>
          {t('record:issued.title')}
        </a>
        <a className="btn btn-outline" href={href(locale, '/admin/certificates/templates')}>
          {t('record:kind.templates')}
        </a>
        <button type="button" className="btn btn-primary" disabled={!hydrated} onClick={() => setEdited('new')}>
          <Icon name="plus" className="size-4" />
          {t('record:kind.add')}
        </button>
      </PageHead>
      <Table
        label={t('record:kind.title')}
        list={list}
        query={query}
        keyOf={({ id }) => id}
        keyword={t('record:kind.keyword')}
        columns={[
          {
            id: 'certificateName',
            title: t('record:kind.name'),
            sort: 'certificateName',
            isMain: true,
            cell: ({ certificateName, isFromPack, course }) => (
              <>
                <span className="font-medium">{certificateName}</span>
                {isFromPack && <span className="badge badge-ghost badge-sm ms-2">{t('record:kind.fromPack')}</span>}
                {course && (
                  <span className="block text-sm text-muted">
                    {t('record:kind.ofCourse')}{' '}
                    <a className="link" href={href(locale, `/admin/courses/edit?id=${course.id}`)}>
                      {course.title}
                    </a>
                  </span>
                )}
              </>
            ),
          },
          { id: 'issuer', title: t('record:kind.issuer'), cell: ({ issuer }) => issuer },
          {
            id: 'validMonths',
            title: t('record:kind.validity'),
            cell: ({ validMonths }) =>
              validMonths === null ? t('record:kind.unlimited') : t('record:kind.months', { count: validMonths }),
          },
          {
            id: 'template',
            title: t('record:kind.template'),
            cell: ({ template }) =>
              template ? (
                <a className="link" href={href(locale, `/admin/certificates/templates/edit?id=${template.id}`)}>
                  {template.name}
                </a>
              ) : (
                t('record:kind.builtIn')
              ),
          },
          {
            id: 'issued',
            title: t('record:kind.issued'),
            sort: 'issuedCount',
            isLatestFirst: true,
            cell: ({ id, issuedCount }) => (
              <a className="link tabular-nums" href={href(locale, `/admin/certificates?certificateId=${id}`)}>
                {issuedCount}
              </a>
            ),
          },
        ]}
        empty={<EmptyState icon="certificate" title={t('record:kind.empty')} hint={t('record:kind.emptyHint')} />}
        actions={(kind: CertificateKind) => (
          <>
            <RowCommand
              label={t('record:kind.chooseTemplate')}
              name={kind.certificateName}
              onRun={() => setChosen(kind)}
            />
            {!kind.isFromPack && !kind.course && (
              <RowCommand label={t('record:kind.edit')} name={kind.certificateName} onRun={() => setEdited(kind)} />
            )}
            {!kind.isFromPack && !kind.course && kind.issuedCount === 0 && (
              <RowCommand
                label={t('record:kind.delete')}
                name={kind.certificateName}
                isDanger
                onRun={() => setDeleted(kind)}
              />
            )}
          </>
        )}
      />
      {edited && <KindDialog kind={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {chosen && <TemplateDialog kind={chosen} onClose={() => setChosen(null)} />}
      {deleted && (
        <Confirm
          title={t('record:kind.confirmDelete', { name: deleted.certificateName })}
          consequences={[]}
          action={t('record:kind.delete')}
          onConfirm={() => remove(deleted)}
          onClose={() => setDeleted(null)}
        />
      )}
    </div>
  );
}

export default island(({ given, ...props }: { search: string; given: Given }) => (
  <GivenContext value={given}>
    <CertificateKinds {...props} />
  </GivenContext>
));
