import {
  type MouseEvent,
  Suspense,
  type SyntheticEvent,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from '@nanostores/react';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { clickedLink, formAddress } from '#src/client/router.ts';
import { DOWNLOADS_PARAM } from '#src/contract/rules/export.ts';
import { $viewer, type SessionViewer } from '#src/client/session.store.ts';
import { Skeleton } from '#src/components/LoadState.tsx';
import { ErrorBoundary, island, useLocale, useT } from '#src/i18n/island.tsx';
import { Avatar } from '#src/components/Avatar.tsx';
import { amountText } from '#src/lib/amount-text.ts';
import { AccountContext } from './account-context.ts';
import { type AccountView, hasOrganisationCentre, readView } from './account-query.ts';
import { AccountNav } from './AccountNav.tsx';
import { undoCount } from './panel-calls.ts';
import { loadPanel, readyPanel } from './panels.ts';
import { useAccountHistory } from './use-account-history.ts';

type Props = {
  /** The user, as read by the server. */
  viewer: SessionViewer;
  /** Query of the address. */
  search: string;
  /** When the server rendered it, ISO 8601. */
  now: string;
  given: Given;
  /** Something can wait for the user as lecturer, mentor or superior. */
  teaches?: boolean;
};

/**
 * `/account`: the user, the tabs, and the panel selected by the URL. Links and search forms to other URLs of `/account`
 * are handled without loading the page; without JavaScript they load it.
 */
export default island(function AccountTabs({ given, ...props }: Props) {
  return (
    <GivenContext value={given}>
      <Tabs {...props} />
    </GivenContext>
  );
});

function Tabs({ viewer, search, now, teaches }: Omit<Props, 'given'>) {
  const undo = useCall(...undoCount());
  const waiting = undo.data?.totalCount ?? 0;
  const organisation = hasOrganisationCentre(viewer);
  const decides = viewer.isAdmin || waiting > 0;
  const reader = useMemo(() => ({ organisation, decides, teaches }), [organisation, decides, teaches]);
  const shown = useAccountHistory({ search, now }, reader);
  const { view, open, replacePage } = shown;

  const panel = useRef<HTMLDivElement>(null);
  const focusPanel = useCallback(() => {
    panel.current?.focus({ preventScroll: true });
    if (panel.current && panel.current.getBoundingClientRect().top < 0) panel.current.scrollIntoView();
  }, []);
  const movesFocus = useRef(false);
  const hadFocus = useRef<Element>(null);
  useEffect(() => {
    // A form in the panel may already have the focus.
    const { activeElement } = document;
    const isTaken = activeElement !== hadFocus.current && panel.current?.contains(activeElement);
    if (movesFocus.current && !isTaken) focusPanel();
    movesFocus.current = false;
  }, [view, focusPanel]);

  const follow = (url: URL, takesFocus: (next: AccountView) => boolean): boolean => {
    const next = readView(url.search, reader);
    movesFocus.current = takesFocus(next);
    hadFocus.current = document.activeElement;
    open(url);
    return true;
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const link = clickedLink(event);
    // The browser scrolls to the part of a page that an address names; the download centre opens with the page.
    if (!link || link.hash || new URL(link.href).searchParams.has(DOWNLOADS_PARAM)) return;
    // Tabs and filters stay and keep the focus; other clicked elements of the panel are replaced.
    const isFilter = link.closest('nav') !== null;
    const isInPanel = panel.current?.contains(link) === true;
    const done = follow(new URL(link.href), (next) => isInPanel && !(isFilter && pageOf(next) === pageOf(view)));
    if (done) event.preventDefault();
  };
  const onSubmit = (event: SyntheticEvent<HTMLElement>) => {
    const url = formAddress(event);
    if (url && follow(url, () => true)) event.preventDefault();
  };

  const account = useMemo(
    () => ({
      viewer,
      now: shown.now,
      open: (path: string) => open(new URL(path, location.origin)),
      replacePage,
      focusPanel,
    }),
    [viewer, shown.now, open, replacePage, focusPanel],
  );
  // Rendered again only when another view is opened: an update before its code is loaded would abort hydration.
  const content = useMemo(
    () => (
      <AccountContext value={account}>
        <ErrorBoundary key={keyOf(view)}>
          <Suspense
            fallback={
              <div className="paper">
                <Skeleton lines={5} />
              </div>
            }
          >
            <Panel view={view} />
          </Suspense>
        </ErrorBoundary>
      </AccountContext>
    ),
    [account, view],
  );
  return (
    <div className="flex flex-col gap-6" onClick={onClick} onSubmit={onSubmit}>
      <AccountHeader viewer={viewer} />
      <AccountNav panel={view.panel} undoCount={waiting} organisation={organisation} teaches={teaches} />
      <p role="status" className="sr-only">
        {shown.announced}
      </p>
      <div ref={panel} tabIndex={-1} className="flex scroll-mt-20 flex-col gap-6 outline-none">
        {content}
      </div>
    </div>
  );
}

function Panel({ view }: { view: AccountView }) {
  // Stable while the panel is shown: nothing is remounted when its code arrives.
  const [Ready] = useState(() => readyPanel(view.panel));
  return Ready ? <Ready view={view} /> : <LoadedPanel view={view} />;
}

/** Suspends until the code of the panel is loaded; the server's HTML stays until then. */
function LoadedPanel({ view }: { view: AccountView }) {
  const Loaded = use(loadPanel(view.panel));
  return <Loaded view={view} />;
}

const pageOf = (view: AccountView) => ('page' in view ? view.page : 1);

/** Each request and each order is a separate panel: one must not be shown while another loads. */
function keyOf(view: AccountView): string {
  if (view.panel === 'request') return view.id;
  if (view.panel === 'centre') return `${view.part} ${view.person}`;
  return view.panel === 'order' ? view.order : view.panel;
}

/** The user with their main totals. */
function AccountHeader({ viewer }: { viewer: SessionViewer }) {
  const t = useT();
  const locale = useLocale();
  // After the session ended in another tab, the page still shows its user.
  const person = useStore($viewer, { ssr: () => viewer }) ?? viewer;
  const place = [person.department, person.post].filter(Boolean).join(' · ') || person.enterpriseName;
  return (
    <header className="flex items-center gap-4">
      <Avatar name={person.userName} sex={person.sex} src={person.headPortrait} className="size-16 shrink-0" />
      <div className="min-w-0">
        <h1 className="truncate text-2xl font-semibold">{person.userName}</h1>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          <span>{place}</span>
          <span className="tabular-nums">
            {t('record:account.hours', { value: amountText(person.totalHours, locale) })}
          </span>
          <span className="tabular-nums">{t('record:account.certificates', { count: person.certificateCount })}</span>
        </p>
      </div>
    </header>
  );
}
