import { useEffect, useRef } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { type PanelName, SECTIONS } from './account-query.ts';
import { AllWaiting } from './AllWaiting.tsx';
import { links } from './links.ts';

const TABS = [
  { change: 1, icon: 'task' },
  { change: 2, icon: 'book' },
  { change: 3, icon: 'chart' },
  { change: 4, icon: 'user' },
  { change: 5, icon: 'bell' },
  { change: 6, icon: 'check-circle' },
  { change: 7, icon: 'building' },
  { change: 8, icon: 'lecturer' },
] as const;
const ORGANISATION_CENTRE = 7;
const TEACHING = 8;
const RECORDS = 3;

type Props = {
  panel: PanelName;
  /** Number of requests waiting for the user's decision. */
  undoCount: number;
  /** Whether the user can order for others. */
  organisation: boolean;
  /** Something can wait for the user as lecturer, mentor or superior. */
  teaches?: boolean;
};

/** The tabs of `/account`, as links: they work without JavaScript and can be bookmarked. */
export function AccountNav({ panel, undoCount, organisation, teaches = false }: Props) {
  const t = useT();
  const locale = useLocale();
  const { change, recordType } = SECTIONS[panel];
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // On phones the tabs scroll horizontally, not the page.
    current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [change]);

  return (
    <>
      <nav
        aria-label={t('record:account.tabs')}
        className="-mx-4 overflow-x-auto border-b border-base-300 px-4 sm:mx-0 sm:px-0"
      >
        <ul className="flex min-w-max gap-1">
          {TABS.filter(
            ({ change: each }) => (each !== ORGANISATION_CENTRE || organisation) && (each !== TEACHING || teaches),
          ).map((tab) => (
            <li key={tab.change}>
              <a
                ref={tab.change === change ? current : undefined}
                href={href(locale, links.account(tab.change))}
                aria-current={tab.change === change ? 'page' : undefined}
                className="-mb-px flex items-center gap-2 border-b-2 border-transparent px-3 py-3 text-muted transition-colors hover:text-base-content aria-[current=page]:border-primary aria-[current=page]:font-medium aria-[current=page]:text-primary sm:px-4"
              >
                <Icon name={tab.icon} className="hidden size-5 xl:block" />
                {t(`record:account.tab.${tab.change}`)}
                {tab.change === 6 && <Count count={undoCount} text={t('record:account.waiting')} />}
                {tab.change === TEACHING && <TeachingCount />}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {change === RECORDS && (
        <nav aria-label={t('record:account.recordTabs')} className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
          <ul className="paper inline-flex min-w-max gap-1 p-1">
            {[1, 2, 3, 4].map((type) => (
              <li key={type}>
                <a
                  href={href(locale, links.account(RECORDS, type))}
                  aria-current={type === recordType ? 'page' : undefined}
                  className="block rounded-field px-4 py-1.5 text-sm transition-colors hover:bg-base-200 aria-[current=page]:bg-primary aria-[current=page]:text-primary-content"
                >
                  {t(`record:account.record.${type}`)}
                </a>
              </li>
            ))}
            <li>
              <a
                href={href(locale, links.mistakes)}
                className="block rounded-field px-4 py-1.5 text-sm transition-colors hover:bg-base-200"
              >
                {t('record:account.mistakes')}
              </a>
            </li>
          </ul>
        </nav>
      )}
    </>
  );
}

function Count({ count, text }: { count: number; text: string }) {
  return (
    count > 0 && (
      <span className="badge badge-sm badge-error relative tabular-nums">
        {count}
        <span className="sr-only">{text}</span>
      </span>
    )
  );
}

/** The number of everything that waits in the Teaching panel. */
function TeachingCount() {
  const t = useT();
  const sum = (lists: readonly { query: { data?: { totalCount: number } | undefined } }[]) =>
    lists.reduce((total, { query }) => total + (query.data?.totalCount ?? 0), 0);
  return <AllWaiting>{(lists) => <Count count={sum(lists)} text={t('record:account.waitingTeaching')} />}</AllWaiting>;
}
