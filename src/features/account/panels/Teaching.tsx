import { LoadState } from '#src/components/LoadState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { useAccount } from '../account-context.ts';
import { isTeacher } from '../account-query.ts';
import { AllWaiting, type WaitingList } from '../AllWaiting.tsx';
import type { Waiting } from '../teaching-sections.ts';

/** Teaching (`change=8`): what waits for the user as lecturer, mentor or superior. */
export function Teaching() {
  const t = useT();
  return (
    <>
      <p className="text-muted">{t('teaching:intro')}</p>
      <AllWaiting>
        {(lists) => {
          const waiting = lists.filter((list) => !isEmpty(list));
          return (
            <>
              {waiting.length > 0 && (
                <div className="grid items-start gap-6 lg:grid-cols-2">
                  {waiting.map((list) => (
                    <Section key={list.section.call} {...list} />
                  ))}
                </div>
              )}
              <Nothing lists={lists.filter(isEmpty)} />
            </>
          );
        }}
      </AllWaiting>
    </>
  );
}

const isEmpty = ({ query }: WaitingList) => query.data?.totalCount === 0 && !query.error;

function Section({ section: { title, icon, all }, query }: WaitingList) {
  const t = useT();
  const locale = useLocale();
  const count = query.data?.totalCount ?? 0;
  return (
    <section className="paper min-w-0 overflow-hidden" aria-labelledby={`waiting-${title}`}>
      <h2
        id={`waiting-${title}`}
        className="flex items-center gap-3 border-b border-base-300 px-4 py-3 font-semibold sm:px-6"
      >
        <Icon name={icon} className="text-primary" />
        <span className="grow">{t(`teaching:section.${title}`)}</span>
        {count > 0 && <span className="badge badge-sm badge-error tabular-nums">{count}</span>}
      </h2>
      <LoadState query={query} lines={2}>
        {({ list }) => (
          <>
            <ul className="divide-y divide-base-300">
              {list.map((row) => (
                <li key={row.id}>
                  <Row row={row} />
                </li>
              ))}
            </ul>
            {all && count > list.length && (
              <p className="border-t border-base-300 px-4 py-3 text-sm sm:px-6">
                <a className="link" href={href(locale, all)}>
                  {t('teaching:all', { count })}
                </a>
              </p>
            )}
          </>
        )}
      </LoadState>
    </section>
  );
}

/** The sections without anything, as one line of links to their pages. */
function Nothing({ lists }: { lists: readonly WaitingList[] }) {
  const t = useT();
  const locale = useLocale();
  const teaches = isTeacher(useAccount().viewer);
  // To others, only sections that have something are of interest if they cannot open the page.
  const shown = lists.filter(({ section }) => teaches || (section.all && !section.forLecturers));
  if (shown.length === 0) return null;
  return (
    <section className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm" aria-labelledby="waiting-nothing">
      <h2 id="waiting-nothing" className="text-muted">
        {t('teaching:none')}
      </h2>
      <ul className="contents">
        {shown.map(({ section: { title, all } }) => (
          <li key={title}>
            {all ? (
              <a className="link" href={href(locale, all)}>
                {t(`teaching:section.${title}`)}
              </a>
            ) : (
              <span className="text-muted">{t(`teaching:section.${title}`)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ row }: { row: Waiting }) {
  const locale = useLocale();
  const { timeZone } = useAccount().viewer;
  return (
    <a href={href(locale, row.path)} className="flex flex-col gap-0.5 px-4 py-3 hover:bg-base-200 sm:px-6">
      <span className="line-clamp-2 font-medium break-words">{row.title}</span>
      {row.detail && <span className="line-clamp-2 text-sm break-words text-muted">{row.detail}</span>}
      <span className="flex flex-wrap gap-x-3 text-sm text-muted">
        {row.personName && <span>{row.personName}</span>}
        <time dateTime={row.at}>{dateTimeText(row.at, timeZone, locale)}</time>
      </span>
    </a>
  );
}
