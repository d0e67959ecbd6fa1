import '#src/components/prose.css';
import { useCall } from '#src/client/query.ts';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { AppealDecision } from './AppealDecision.tsx';
import { AppealState } from './AppealState.tsx';
import { DecisionForm } from './DecisionForm.tsx';

type Props = { id: string; timeZone: string; onDone: () => void };

/** A case: the text, who reported it and why, the decisions, and the form for the next one. */
export function CaseDetail({ id, timeZone, onDone }: Props) {
  const t = useT();
  const locale = useLocale();
  const found = useCall('GET /community/auth/moderation/view', { id });
  const by = (name: string, moment: string) =>
    t('moderation:queue.by', { name, time: dateTimeText(moment, timeZone, locale) });
  return (
    <LoadState query={found} lines={3}>
      {(item) => {
        const appealed = item.decisions.find(({ appealState }) => appealState === 'pending');
        return (
          <div className="mt-4 flex flex-col gap-5">
            {/* Sanitised by the server. */}
            <div
              className="prose max-h-96 overflow-y-auto rounded-box border border-base-300 p-4"
              dir="auto"
              tabIndex={0}
              role="group"
              dangerouslySetInnerHTML={{ __html: item.bodyHtml }}
            />
            <a href={href(locale, item.path)} className="link flex items-center gap-1 self-start text-sm">
              <Icon name="external" className="size-4" />
              {t('moderation:queue.visit')}
            </a>
            {item.reports.length > 0 && (
              <section>
                <h3 className="mb-2 font-medium">{t('moderation:queue.reportList')}</h3>
                <ul className="flex flex-col gap-3">
                  {item.reports.map((report) => (
                    <li key={`${report.userName}${report.gmtCreate}`}>
                      <p>{t(`moderation:reason.${report.reason}`)}</p>
                      {report.note && <p className="break-words whitespace-pre-line">{report.note}</p>}
                      <p className="text-sm text-muted">{by(report.userName, report.gmtCreate)}</p>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            {item.decisions.length > 0 && (
              <section>
                <h3 className="mb-2 font-medium">{t('moderation:queue.decisions')}</h3>
                <ul className="flex flex-col gap-3">
                  {item.decisions.map((decision) => (
                    <li key={decision.id}>
                      <p className="font-medium">{t(`moderation:action.${decision.action}`)}</p>
                      <p className="break-words whitespace-pre-line">{decision.reason}</p>
                      <p className="text-sm text-muted">{by(decision.decidedByName, decision.gmtCreate)}</p>
                      <AppealState decision={decision} />
                    </li>
                  ))}
                </ul>
              </section>
            )}
            {appealed && <AppealDecision decisionId={appealed.id} onDone={onDone} />}
            {item.state === 'open' && <DecisionForm subject={{ ...item, caseId: id }} onDone={onDone} />}
          </div>
        );
      }}
    </LoadState>
  );
}
