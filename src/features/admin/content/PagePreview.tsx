import './page-preview.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { offeredOr } from '#src/client/offered-languages.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { IconName } from '#src/components/icons.ts';
import { PREVIEW_PARAM, type PreviewKind } from '#src/contract/rules/editing.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import { LOCALES } from '#src/lib/languages.ts';

/** What is shown: its revision, and whether it could be published. */
type Shown = { kind: PreviewKind; id: string; revision: number; isComplete: boolean } & {
  /** Chinese path of its page. */
  page: string;
};

type Props = {
  /** As it is stored; null: not yet. */
  item: Shown | null;
  title: string;
  /** The languages that the enterprise offers. */
  languages: readonly Locale[];
};

const WIDTHS = ['phone', 'desktop'] as const;
/** Milliseconds without a key or click after which the preview is loaded again. */
const QUIET_MS = 1_000;

/**
 * The page that learners would see after a publication, beside its form: the same page as that of "Preview". It is loaded again after each
 * save, while it can be seen.
 */
export function PagePreview({ item, title, languages }: Props) {
  const t = useT();
  const own = useLocale();
  const hydrated = useHydrated();
  const pane = useRef<HTMLElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>('phone');
  const [chosen, setChosen] = useState<Locale>(own);
  const locale = offeredOr(languages, chosen);
  const [isSeen, setSeen] = useState(false);
  const [again, setAgain] = useState(0);
  const [address, setAddress] = useState<string | null>(null);
  /** It could not be published as it is now; what was complete before stays. */
  const isIncomplete = item !== null && !item.isComplete;
  const revision = item?.revision;

  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => setSeen(entry!.isIntersecting));
    watcher.observe(pane.current!);
    return () => watcher.disconnect();
  }, []);

  const show = useEffectEvent(() => {
    if (!item?.isComplete) return;
    const next = href(locale, previewAddress(item.page, item.kind, item.id));
    if (next === address && frame.current) reload(frame.current, next);
    else setAddress(next);
  });
  useEffect(() => {
    if (isSeen) show();
  }, [isSeen, locale, again]);
  const update = useEffectEvent(() => {
    if (!isSeen) return undefined;
    if (address !== null) return whenQuiet(() => show());
    show();
    return undefined;
  });
  useEffect(() => update(), [revision]);

  return (
    <aside ref={pane} className="page-preview" data-width={width} aria-label={t('editing:preview')}>
      <div className="flex items-center gap-2">
        <h2 className="me-auto font-semibold">{t('editing:preview')}</h2>
        <Choices
          label={t('editing:previewWidth')}
          options={WIDTHS.map((each) => ({ value: each, label: t(`editing:width.${each}`), icon: each }))}
          value={width}
          onChange={setWidth}
        />
        {languages.length > 1 && (
          <Choices
            label={t('editing:previewLanguage')}
            options={LOCALES.map((each) => ({ value: each, label: t(`editing:previewIn.${each}`) }))}
            value={locale}
            onChange={setChosen}
          />
        )}
        <button
          type="button"
          className="btn btn-square btn-ghost btn-sm"
          aria-label={t('editing:previewAgain')}
          title={t('editing:previewAgain')}
          disabled={!hydrated || revision === undefined}
          onClick={() => setAgain(again + 1)}
        >
          <Icon name="refresh" className="size-4" />
        </button>
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {isIncomplete && t('editing:previewIncomplete')}
      </p>
      <div className="page-preview-screen">
        {address ? (
          <iframe ref={frame} src={address} title={t('editing:previewOf', { title })} />
        ) : (
          !isIncomplete && <p className="p-6 text-center text-sm text-muted">{t('editing:previewLater')}</p>
        )}
      </div>
    </aside>
  );
}

/** Address of the page that shows something as it would be published. @param page Chinese path of the page */
export const previewAddress = (page: string, kind: PreviewKind, id: string) =>
  `${page}${page.includes('?') ? '&' : '?'}${PREVIEW_PARAM}=${kind}:${id}`;

/**
 * Does something when nobody has pressed anything for `QUIET_MS`: the page in the frame shares the thread of the form, and to load it takes that
 * longer than a frame. @returns a function that calls it off
 */
function whenQuiet(act: () => void): () => void {
  const calledOff = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      calledOff.abort();
      act();
    }, QUIET_MS);
  };
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, wait, { capture: true, signal: calledOff.signal });
  wait();
  return () => {
    clearTimeout(timer);
    calledOff.abort();
  };
}

/** Loads the page again, where it was scrolled to. */
function reload(frame: HTMLIFrameElement, address: string): void {
  try {
    const { location } = frame.contentWindow!;
    // Islands of the page change its address, e.g. to another tab.
    if (location.pathname + location.search === address) location.reload();
    else location.replace(address);
  } catch {
    // It shows an error of the browser, e.g. because the portal could not be reached.
    frame.src = address;
  }
}

type ChoicesProps<T extends string> = {
  label: string;
  options: readonly { value: T; label: string; icon?: IconName }[];
  value: T;
  onChange: (value: T) => void;
};

function Choices<T extends string>({ label, options, value, onChange }: ChoicesProps<T>) {
  const hydrated = useHydrated();
  return (
    <div role="group" aria-label={label} className="join">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="btn join-item border-base-300 bg-base-100 btn-sm aria-pressed:bg-primary-soft"
          aria-pressed={option.value === value}
          disabled={!hydrated}
          {...(option.icon && { 'aria-label': option.label, title: option.label })}
          onClick={() => onChange(option.value)}
        >
          {option.icon ? <Icon name={option.icon} className="size-4" /> : option.label}
        </button>
      ))}
    </div>
  );
}
