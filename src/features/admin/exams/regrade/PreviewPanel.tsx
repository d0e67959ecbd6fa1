import { Pages } from '#src/components/Pages.tsx';
import { useT } from '#src/i18n/island.tsx';
import { EffectsTable } from './EffectsTable.tsx';
import { changesOf, type Preview, type Regrade } from './targets.ts';

type Props = { regrade: Regrade; preview: Preview; isPending: boolean; onPage: (page: number) => void };

const GAINS: Preview['crossing']['list'][number]['change'][] = ['passes', 'reachesCertificate'];

/** What a regrade would change: counts, rewards, and who crosses the pass mark or the minimum score of the certificate. */
export function PreviewPanel({ regrade, preview, isPending, onPage }: Props) {
  const t = useT();
  const shown = [['attempts', preview.attemptCount] as const, ...changesOf(preview)];
  const later = [
    preview.waitingCount > 0 && t('marking:regrade.waiting', { count: preview.waitingCount }),
    preview.openCount > 0 && t('marking:regrade.inProgress', { count: preview.openCount }),
  ].filter(Boolean);
  const { list, pageCurrent, totalPage, totalCount } = preview.crossing;
  return (
    <div className="flex flex-col gap-5" aria-busy={isPending || undefined}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {shown.map(([name, count]) => (
          <div key={name} className="rounded-box bg-base-200 px-4 py-3 first:col-span-2 sm:first:col-span-1">
            <dt className="text-sm text-muted">{t(`marking:regrade.count.${name}`)}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{count}</dd>
          </div>
        ))}
      </dl>
      {later.length > 0 && <p className="text-sm text-muted">{later.join(' ')}</p>}
      {/* Computed anew for each state of the results. */}
      {totalCount > 0 && <EffectsTable key={preview.fingerprint} {...{ regrade }} />}
      {totalCount > 0 && (
        <section className="flex flex-col gap-2" aria-label={t('marking:regrade.crossing')}>
          <h3 className="font-semibold">{t('marking:regrade.crossing')}</h3>
          <ul className="divide-y divide-base-300">
            {list.map((row) => (
              <li key={row.attemptId} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                <span className="min-w-0 grow break-words">
                  {row.userName}
                  <span className="block text-sm text-muted">
                    {[row.department, t('marking:regrade.attempt', { n: row.number })].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <span className="text-sm tabular-nums">
                  {row.scoreBefore} → {row.scoreAfter}
                  <span className="text-muted"> · {t('marking:regrade.passMark', { score: row.passMark })}</span>
                </span>
                <span
                  className={`badge h-auto badge-soft ${GAINS.includes(row.change) ? 'badge-success' : 'badge-error'}`}
                >
                  {t(`marking:regrade.change.${row.change}`)}
                </span>
              </li>
            ))}
          </ul>
          <Pages pageCurrent={pageCurrent} totalPage={totalPage} isBusy={isPending} onGo={onPage} />
        </section>
      )}
    </div>
  );
}
