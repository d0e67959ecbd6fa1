import type { ReactNode } from 'react';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateText, dateTimeText } from '#src/lib/dates.ts';
import { StateMark } from './StateMark.tsx';

export type WhyData = Data<'GET /course/auth/requirement/why'>;
type Props = {
  why: WhyData;
  timeZone: string;
  /** Ends an exemption; without it that is not possible. */
  onEnd?: (id: string) => void;
};

const TONES: Record<WhyData['facts'][number]['verdict'], string> = {
  counts: 'badge-success',
  expired: 'badge-warning',
  revoked: 'badge-error',
  notPassed: 'badge-ghost',
  notCompleted: 'badge-ghost',
  later: 'badge-ghost',
};

/** Why somebody is where they are with a requirement: what counts, what does not, and what was decided. */
export function Why({ why, timeZone, onEnd }: Props) {
  const t = useT();
  const locale = useLocale();
  const date = (moment: string) => dateText(moment, timeZone, locale);
  const { cell, dueAt, facts, assignments, decisions, at } = why;
  return (
    <div className="flex flex-col gap-6">
      <dl className="matrix-figures">
        <div>
          <dt className="text-sm text-muted">{t('requirement:why.state')}</dt>
          <dd>{cell ? <StateMark state={cell.state} /> : t('requirement:why.noAssignment')}</dd>
        </div>
        {dueAt && (
          <div>
            <dt className="text-sm text-muted">{t('requirement:why.due')}</dt>
            <dd className="tabular-nums">{date(dueAt)}</dd>
          </div>
        )}
        <div>
          <dt className="text-sm text-muted">{t('requirement:why.at')}</dt>
          <dd className="tabular-nums">{dateTimeText(at, timeZone, locale)}</dd>
        </div>
      </dl>
      <Part title={t('requirement:why.facts')}>
        {facts.map((fact) => (
          <li key={`${fact.id} ${fact.factId} ${fact.doneAt}`} className="flex flex-wrap items-baseline gap-x-3">
            <span className={`badge badge-sm badge-soft ${TONES[fact.verdict]}`}>
              {t(`requirement:why.verdict.${fact.verdict}`)}
            </span>
            <span className="min-w-0 break-words">
              {t(`requirement:kind.${fact.kind}`)} · {fact.title}
              <span className="block text-sm text-muted tabular-nums">
                {[
                  fact.doneAt && t('requirement:why.doneAt', { date: date(fact.doneAt) }),
                  fact.endsAt && t('requirement:why.endsAt', { date: date(fact.endsAt) }),
                  fact.verdict === 'counts' && !fact.endsAt && t('requirement:why.forEver'),
                  fact.number && t('requirement:why.number', { number: fact.number }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
          </li>
        ))}
        {facts.length === 0 && <li className="text-muted">{t('requirement:why.noFacts')}</li>}
      </Part>
      <Part title={t('requirement:why.assignments')}>
        {assignments.map((each) => (
          <li key={each.openedAt}>
            {t('requirement:why.opened', {
              date: date(each.openedAt),
              reason: t(`requirement:why.open.${each.openReason}`),
            })}
            {each.closedAt && (
              <span className="block text-sm text-muted">
                {t('requirement:why.closed', {
                  date: date(each.closedAt),
                  reason: t(`requirement:why.close.${each.closeReason!}`),
                })}
              </span>
            )}
          </li>
        ))}
        {assignments.length === 0 && <li className="text-muted">{t('requirement:why.noAssignment')}</li>}
      </Part>
      <Part title={t('requirement:why.decisions')}>
        {decisions.map(({ id, kind, reason, on, at: made, byName, endedAt }) => (
          <li key={id} className="flex flex-wrap items-start gap-3">
            <span className="min-w-0 grow break-words">
              {t(`requirement:why.${kind}`, { reason })}
              <span className="block text-sm text-muted">
                {[
                  kind === 'extension' && t('requirement:why.newDue', { date: on ?? '' }),
                  kind === 'exemption' &&
                    (on ? t('requirement:why.exemptUntil', { date: on }) : t('requirement:why.exemptForEver')),
                  endedAt && t('requirement:why.ended', { date: date(endedAt) }),
                  t('requirement:why.by', { name: byName ?? '', date: date(made) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {onEnd && kind === 'exemption' && !endedAt && (
              <button type="button" className="btn btn-sm" onClick={() => onEnd(id)}>
                {t('requirement:why.end')}
              </button>
            )}
          </li>
        ))}
        {decisions.length === 0 && <li className="text-muted">{t('requirement:why.noDecisions')}</li>}
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <ul className="flex flex-col gap-3">{children}</ul>
    </section>
  );
}
