import { useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateText } from '#src/lib/dates.ts';
import { StateMark } from '../matrix/StateMark.tsx';

/** What a member has to know, the most urgent first, each with a link to why it is so. */
export function PersonRequirements({ userId, timeZone }: { userId: string; timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const query = useCall('POST /course/auth/requirement/person', { userId });
  const date = (moment: string) => dateText(moment, timeZone, locale);
  return (
    <section className="paper overflow-hidden" aria-label={t('people:tab.requirements')}>
      <LoadState query={query} lines={4}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState icon="task" title={t('people:person.noRequirements')} />
          ) : (
            <ul className="divide-y divide-base-300">
              {list.map(({ requirementId, title, state, dueAt, validUntil, isForEver }) => (
                <li key={requirementId} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-6">
                  <a
                    className="link min-w-0 grow font-medium break-words"
                    href={href(locale, `/admin/matrix/why?${new URLSearchParams({ userId, requirementId })}`)}
                  >
                    {title}
                  </a>
                  <span className="text-sm text-muted tabular-nums">
                    {isForEver
                      ? t('requirement:own.forEver')
                      : validUntil && (state === 'fulfilled' || state === 'dueSoon')
                        ? t('requirement:own.validUntil', { date: date(validUntil) })
                        : dueAt && state !== 'exempt' && t('requirement:own.dueOn', { date: date(dueAt) })}
                  </span>
                  <StateMark state={state} />
                </li>
              ))}
            </ul>
          )
        }
      </LoadState>
    </section>
  );
}
