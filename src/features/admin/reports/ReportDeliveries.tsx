import { useState } from 'react';
import { useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { Pages } from '#src/components/Pages.tsx';
import type { ReportDeliveryState } from '#src/contract/rules/report.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import { SidePanel } from '../kit/SidePanel.tsx';

const TONES: Record<ReportDeliveryState, string> = {
  queued: 'badge-info',
  sending: 'badge-info',
  sent: 'badge-success',
  failed: 'badge-error',
  skipped: 'badge-ghost',
};

type Props = { id: string; timeZone: string; onClose: () => void };

/** What became of the e-mails with a report. */
export function ReportDeliveries({ id, timeZone, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const [page, setPage] = useState(1);
  const deliveries = useCall('POST /report/auth/report/delivery/page', { id, pageCurrent: page, pageSize: 20 });
  return (
    <SidePanel title={t('reports:delivery.title')} onClose={onClose}>
      <LoadState query={deliveries} lines={6}>
        {({ list, totalPage }) =>
          list.length === 0 ? (
            <EmptyState icon="mail" title={t('reports:delivery.none')} />
          ) : (
            <>
              <ul className="flex flex-col divide-y divide-base-300">
                {list.map(({ id: key, userName, dueAt, state, reason, rows }) => (
                  <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                    <span className="font-medium">{userName}</span>
                    <span className={`badge badge-soft badge-sm ${TONES[state]}`}>
                      {t(`reports:delivery.state.${state}`)}
                    </span>
                    {reason && <span className="text-sm text-muted">{t(`reports:delivery.reason.${reason}`)}</span>}
                    {rows !== null && (
                      <span className="text-sm text-muted">{t('reports:delivery.rows', { count: rows })}</span>
                    )}
                    <time className="ms-auto text-sm text-muted tabular-nums" dateTime={dueAt}>
                      {dateTimeText(dueAt, timeZone, locale)}
                    </time>
                  </li>
                ))}
              </ul>
              <Pages pageCurrent={page} totalPage={totalPage} onGo={setPage} />
            </>
          )
        }
      </LoadState>
    </SidePanel>
  );
}
