import { Pages } from '#src/components/Pages.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import type { Log } from './use-control-room.ts';

type Props = { log: Log; timeZone: string; onGo: (page: number) => void };

/** What was done in the control room, newest first. */
export function ActionLog({ log, timeZone, onGo }: Props) {
  const t = useT();
  const locale = useLocale();
  return (
    <section className="paper p-5" aria-labelledby="control-log">
      <h2 id="control-log" className="font-semibold">
        {t('invigilation:log.title')}
      </h2>
      {log.list.length === 0 ? (
        <p className="mt-2 text-sm text-muted">{t('invigilation:log.empty')}</p>
      ) : (
        <ol className="mt-3 flex flex-col gap-3">
          {log.list.map((action) => (
            <li key={action.id} className="text-sm">
              <p className="flex flex-wrap gap-x-3">
                <time className="text-muted tabular-nums" dateTime={action.at}>
                  {dateTimeText(action.at, timeZone, locale)}
                </time>
                <span className="font-medium">
                  {t(`invigilation:log.${action.kind}`, { n: Math.round((action.seconds ?? 0) / 60) })}
                </span>
                <span>{action.userName ?? t('invigilation:log.all', { count: action.changed })}</span>
                <span className="text-muted">{t('invigilation:log.by', { userName: action.byName })}</span>
                {action.kind === 'message' && (
                  <span className="text-muted tabular-nums">
                    {t('invigilation:log.confirmed', { n: action.confirmed, total: action.changed })}
                  </span>
                )}
                {action.reopened > 0 && <span>{t('invigilation:reopened', { count: action.reopened })}</span>}
              </p>
              {action.body && <p className="mt-0.5 break-words whitespace-pre-line">{action.body}</p>}
            </li>
          ))}
        </ol>
      )}
      <Pages pageCurrent={log.pageCurrent} totalPage={log.totalPage} onGo={onGo} />
    </section>
  );
}
