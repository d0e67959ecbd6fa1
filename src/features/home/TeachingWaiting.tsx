import { Icon } from '#src/components/Icon.tsx';
import { LoadError, Skeleton } from '#src/components/LoadState.tsx';
import { AllWaiting, type WaitingList } from '#src/features/account/AllWaiting.tsx';
import { links } from '#src/features/account/links.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';

/** On the dashboard of lecturers and administrators: what waits for them beside practical operations, which have a panel of their own. */
export default island<{ timeZone: string }>(function TeachingWaiting({ timeZone }) {
  return (
    <AllWaiting>
      {(lists) => <Sections lists={lists.filter(({ section }) => section.title !== 'practice')} timeZone={timeZone} />}
    </AllWaiting>
  );
});

function Sections({ lists, timeZone }: { lists: readonly WaitingList[]; timeZone: string }) {
  const t = useT();
  const waiting = lists.filter(({ query }) => (query.data?.totalCount ?? 0) > 0);
  const failed = lists.find(({ query }) => query.error)?.query;
  const isLoading = lists.some(({ query }) => query.data === undefined && !query.error);
  return (
    <>
      {failed?.error && <LoadError error={failed.error} isLoading={failed.isLoading} onRetry={failed.reload} />}
      {waiting.length > 0 && (
        <ul className="pb-2">
          {waiting.map((list) => (
            <li
              key={list.section.call}
              className="group relative px-4 py-2 transition-colors hover:bg-base-200 sm:px-6"
            >
              <Section {...list} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      )}
      {isLoading && <Skeleton lines={2} />}
      {!isLoading && !failed && waiting.length === 0 && (
        <p className="flex items-center gap-2 px-4 pt-1 pb-5 text-muted sm:px-6">
          <Icon name="check-circle" className="size-5 text-success" />
          {t('teaching:nothing')}
        </p>
      )}
    </>
  );
}

/** The number of one kind, and the first one. */
function Section({ section, query, timeZone }: WaitingList & { timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const [first] = query.data!.list;
  return (
    <>
      <p className="flex items-center justify-between gap-3">
        <a
          href={href(locale, section.all ?? links.teaching)}
          className="font-medium group-hover:text-primary after:absolute after:inset-0"
        >
          {t(`teaching:section.${section.title}`)}
        </a>
        <span className="badge badge-sm badge-error tabular-nums">{query.data!.totalCount}</span>
      </p>
      {first && (
        <p className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
          <span className="line-clamp-1 break-words">{first.title}</span>
          <time dateTime={first.at} className="tabular-nums">
            {dateTimeText(first.at, timeZone, locale)}
          </time>
        </p>
      )}
    </>
  );
}
