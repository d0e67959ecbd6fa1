import { Icon } from '#src/components/Icon.tsx';
import type { IconName } from '#src/components/icons.ts';
import type { Data } from '#src/contract/calls.ts';
import type { Translate } from '#src/i18n/format.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { clockTime } from '#src/lib/clock-time.ts';
import { dateTimeText } from '#src/lib/dates.ts';

type Fact = Data<'GET /course/auth/appeal/explain'>['facts'][number];

const LOOK: Record<Fact['tone'], { icon: IconName; tone: string }> = {
  done: { icon: 'check-circle', tone: 'text-success' },
  open: { icon: 'x-circle', tone: 'text-error' },
  info: { icon: 'info', tone: 'text-muted' },
};

/** Stored facts in plain words. For Astro pages, without a client directive. */
export function KnownFacts({ facts, timeZone }: { facts: Fact[]; timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  return (
    <ul className="flex flex-col gap-3">
      {facts.map((fact, i) => (
        <li key={i} className="flex items-start gap-3">
          <span className={`mt-0.5 ${LOOK[fact.tone].tone}`}>
            <Icon name={LOOK[fact.tone].icon} />
          </span>
          <span className="min-w-0 break-words">
            {factText(t, fact, { locale, timeZone })}
            {fact.items.length > 0 && (
              <span className="mt-1 flex flex-wrap gap-2">
                {fact.items.map((item) => (
                  <span key={item} className="rounded-field bg-base-200 px-2 py-0.5 text-sm">
                    {item}
                  </span>
                ))}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

export default island(KnownFacts);

function factText(t: Translate, { key, values }: Fact, { locale, timeZone }: { locale: Locale; timeZone: string }) {
  const shown = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'object') return [name, value];
      return [name, 'time' in value ? dateTimeText(value.time, timeZone, locale) : clockTime(value.seconds)];
    }),
  );
  // Why a report was refused is a text of the study room.
  if (key.startsWith('refusal.'))
    return `${t('appeal:refused', shown)} ${t(`study:refusal.${key.slice('refusal.'.length)}`)}`;
  return t(`appeal:fact.${key}`, shown);
}
