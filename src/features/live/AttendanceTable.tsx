import '#src/components/table-scroll.css';
import { useEffect, useRef, useState } from 'react';
import { ExportButton } from '#src/features/account/ExportButton.tsx';
import { api } from '#src/client/api.ts';
import { useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';

type Props = {
  id: string;
  locale: 'zh' | 'en';
  timeZone: string;
  /** Changes when the list is to be read again. */
  refresh: number;
};

/** Who attended, with the minutes. */
export function AttendanceTable({ id, locale, timeZone, refresh }: Props) {
  const t = useT();
  const [pageCurrent, setPage] = useState(1);
  const query = useCall('POST /course/auth/live/attendance/page', { id, pageCurrent });
  const latest = useRef(query.reload);
  useEffect(() => {
    latest.current = query.reload;
  }, [query.reload]);
  const [first] = useState(refresh);
  useEffect(() => {
    if (refresh !== first) latest.current();
  }, [refresh, first]);
  const unmute = useAction(async (userId: string) => {
    await api('POST /course/auth/live/mute/save', { id, userId, muted: false });
    query.reload();
  });
  return (
    <section className="paper flex flex-col gap-3 p-4" aria-label={t('live:attendance.title')}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-medium">{t('live:attendance.title')}</h2>
        <ExportButton call="POST /course/auth/live/attendance/export" input={{ id }} />
      </div>
      <LoadState query={query}>
        {({ list, totalPage }) =>
          list.length === 0 ? (
            <p className="text-sm text-muted">{t('live:attendance.empty')}</p>
          ) : (
            <>
              <div className="table-scroll">
                <table className="table-sm table">
                  <thead>
                    <tr>
                      <th>{t('live:attendance.name')}</th>
                      <th className="text-end">{t('live:attendance.minutes')}</th>
                      <th>{t('live:attendance.joinedAt')}</th>
                      <th>{t('live:attendance.state')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {list.map((row) => (
                      <tr key={row.userId}>
                        <td>
                          {row.userName}
                          {row.department && <span className="block text-xs text-muted">{row.department}</span>}
                        </td>
                        <td className="text-end tabular-nums">{row.minutes}</td>
                        <td className="whitespace-nowrap">{dateTimeText(row.joinedAt, timeZone, locale)}</td>
                        <td>
                          {row.completed
                            ? t('live:attendance.completed')
                            : t(row.present ? 'live:attendance.present' : 'live:attendance.away')}
                          {row.muted && (
                            <button
                              type="button"
                              className="btn btn-ghost btn-xs ms-2"
                              onClick={() => void unmute.run(row.userId)}
                            >
                              {t('live:host.unmute')}
                            </button>
                          )}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              {totalPage > 1 && (
                <div className="join self-center">
                  {Array.from({ length: Math.min(totalPage, 20) }, (_, index) => index + 1).map((number) => (
                    <button
                      key={number}
                      type="button"
                      className={`btn join-item btn-xs ${number === pageCurrent ? 'btn-primary' : ''}`}
                      aria-current={number === pageCurrent ? 'page' : undefined}
                      onClick={() => setPage(number)}
                    >
                      {number}
                    </button>
                  ))}
                </div>
              )}
            </>
          )
        }
      </LoadState>
    </section>
  );
}
