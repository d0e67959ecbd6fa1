import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { DeletedList } from '../kit/DeletedList.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { LIST } from './report-list.ts';

/** The ready reports, and those that people have saved. */
function ReportList() {
  const t = useT();
  const locale = useLocale();
  const reports = useCall(LIST, {});
  const restore = useAction(async (id: string) => {
    await api('PUT /report/auth/report/restore', { id });
    invalidate(LIST);
    notify(t('reports:deleted.restored'), 'success');
  });
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('reports:title')} hint={t('reports:intro')}>
        <a className="btn btn-primary" href={href(locale, '/admin/reports/edit')}>
          <Icon name="plus" className="size-4" />
          {t('reports:new')}
        </a>
      </PageHead>
      <LoadState query={reports} lines={8}>
        {({ ready, saved, deleted }) => (
          <>
            <section aria-labelledby="ready-reports" className="flex flex-col gap-3">
              <h2 id="ready-reports" className="text-lg font-semibold">
                {t('reports:ready.title')}
              </h2>
              <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
                {ready.map((name) => (
                  <li key={name}>
                    <a
                      className="paper block h-full p-4 hover:border-primary"
                      href={href(locale, `/admin/reports/view?report=${name}`)}
                    >
                      <span className="block font-medium">{t(`reports:ready.${name}.title`)}</span>
                      <span className="block text-sm text-muted">{t(`reports:ready.${name}.hint`)}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </section>
            <section aria-labelledby="saved-reports" className="flex flex-col gap-3">
              <h2 id="saved-reports" className="text-lg font-semibold">
                {t('reports:saved.title')}
              </h2>
              <div className="paper">
                {saved.length === 0 ? (
                  <EmptyState icon="chart" title={t('reports:saved.none')} hint={t('reports:saved.noneHint')} />
                ) : (
                  <ul className="flex flex-col divide-y divide-base-300">
                    {saved.map(({ id, name, source, isShared, userName, schedule }) => (
                      <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
                        <a
                          className="link-hover min-w-0 font-medium break-words text-primary"
                          href={href(locale, `/admin/reports/view?id=${id}`)}
                        >
                          {name}
                        </a>
                        {isShared && <span className="badge badge-soft badge-sm">{t('reports:saved.shared')}</span>}
                        {schedule && (
                          <span className="badge badge-soft badge-sm badge-info">
                            {schedule.isPaused ? t('reports:saved.paused') : t(`reports:saved.every.${schedule.every}`)}
                          </span>
                        )}
                        <span className="ms-auto text-sm text-muted">
                          {t(`reports:source.${source}`)} · {t('reports:saved.by', { name: userName })}
                        </span>
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            </section>
            <DeletedList
              title={t('reports:deleted.title')}
              things={deleted}
              restore={t('reports:deleted.restore')}
              onRestore={(id) => void restore.run(id)}
            />
          </>
        )}
      </LoadState>
    </div>
  );
}

export default island(({ given }: { given: Given }) => (
  <GivenContext value={given}>
    <ReportList />
  </GivenContext>
));
