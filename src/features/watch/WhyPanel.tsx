import { useStore } from '@nanostores/react';
import { useEffect, useState, type SyntheticEvent } from 'react';
import { api } from '#src/client/api.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { clockTime } from '#src/lib/clock-time.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import type { StudyPlayer } from './study-player.ts';

type Explained = Data<'GET /course/auth/study/explain'>;
type Props = {
  resourceId: string;
  /** Whether the item counts towards the course. */
  counted: boolean;
  locale: Locale;
  timeZone: string;
  player: StudyPlayer;
};
/** More ranges than these are only counted. */
const SHOWN = 6;

/**
 * The stored facts about what is counted (docs/specification.md, section "Study time"), loaded when opened; asks "why"
 * only when something is not.
 */
export function WhyPanel({ resourceId, counted, locale, timeZone, player }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [facts, setFacts] = useState<Explained | 'failed' | null>(null);
  const record = useStore(player.$record);
  const refusal = useStore(player.$refusal);
  useEffect(() => {
    if (!open || record === 'pending') return;
    let gone = false;
    api('GET /course/auth/study/explain', { resourceId }, { isShowErrTip: false })
      .then((found) => gone || setFacts(found))
      .catch(() => gone || setFacts('failed'));
    return () => {
      gone = true;
    };
  }, [open, resourceId, record]);
  const toggle = (event: SyntheticEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open);
  return (
    <details className="group mt-4" onToggle={toggle}>
      <summary className="inline-flex cursor-pointer list-none items-center gap-1 text-sm text-muted hover:text-primary [&::-webkit-details-marker]:hidden">
        <Icon name="info" className="size-4" />
        {t(refusal || !counted ? 'study:why.title' : 'study:why.facts')}
      </summary>
      <div className="paper mt-2 p-4 text-sm" aria-live="polite">
        {facts === null ? (
          <div className="skeleton h-4 w-2/3" />
        ) : facts === 'failed' ? (
          <p>{t('common:failedToLoad')}</p>
        ) : (
          <Facts facts={facts} locale={locale} timeZone={timeZone} />
        )}
      </div>
    </details>
  );
}

function Facts({ facts, locale, timeZone }: { facts: Explained; locale: Locale; timeZone: string }) {
  const t = useT();
  const when = (moment: string) => dateTimeText(moment, timeZone, locale);
  const pages = facts.missingPages?.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  const missing = pages ?? facts.missing.map(([from, to]) => `${clockTime(from)}–${clockTime(to)}`);
  return (
    <ul className="flex flex-col gap-2">
      <li>
        {t('study:why.watched', { watched: clockTime(facts.watchedSeconds), needed: clockTime(facts.neededSeconds) })}{' '}
        {facts.completedAt && t('study:why.completedAt', { when: when(facts.completedAt) })}
      </li>
      {!facts.counted && <li>{t('study:why.notCounted')}</li>}
      {!facts.completedAt && missing.length > 0 && (
        <li>
          {t(pages ? 'study:why.missingPages' : 'study:why.missing', {
            ranges: missing.slice(0, SHOWN).join(t('study:why.separator')),
          })}
          {missing.length > SHOWN && ' …'}
        </li>
      )}
      {facts.lastReportAt && <li>{t('study:why.lastReport', { when: when(facts.lastReportAt) })}</li>}
      {facts.tasks
        .filter(({ ended }) => ended)
        .map(({ id, title, endAt }) => (
          <li key={id}>{t('study:why.taskEnded', { title, when: when(endAt) })}</li>
        ))}
      {facts.refusals.length === 0 ? (
        <li className="text-muted">{t('study:why.noRefusals')}</li>
      ) : (
        facts.refusals.map(({ reason, claimedSeconds, acceptedSeconds, gmtCreate }) => (
          <li key={gmtCreate + reason}>
            <span className="text-muted tabular-nums">{when(gmtCreate)}</span> {t(`study:refusal.${reason}`)}{' '}
            {t('study:why.refused', { seconds: claimedSeconds - acceptedSeconds })}
          </li>
        ))
      )}
    </ul>
  );
}
