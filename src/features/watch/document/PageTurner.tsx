import { type KeyboardEvent, type SubmitEvent, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import type { IconName } from '#src/components/icons.ts';
import { useT } from '#src/i18n/island.tsx';

type ButtonProps = { icon: IconName; label: string; disabled?: boolean; pressed?: boolean; onClick: () => void };

/** A button of the tool bar of a document. */
export function Tool({ icon, label, disabled = false, pressed, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      className={`btn btn-ghost btn-sm btn-square ${pressed ? 'btn-active' : ''}`}
      aria-label={label}
      title={label}
      disabled={disabled}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      onClick={onClick}
    >
      <Icon name={icon} className="size-4" />
    </button>
  );
}

type Props = { page: number; count: number; onPage: (page: number) => void };

/** Previous and next page, and a field for the number of a page. */
export function PageTurner({ page, count, onPage }: Props) {
  const t = useT();
  const [typed, setTyped] = useState<string | null>(null);
  const go = (event: SubmitEvent) => {
    event.preventDefault();
    if (typed && /^\d+$/.test(typed)) onPage(Number(typed));
    setTyped(null);
  };
  return (
    <form onSubmit={go} className="inline-flex items-center gap-1 text-sm">
      <Tool icon="chevron-left" label={t('document:previous')} disabled={page <= 1} onClick={() => onPage(page - 1)} />
      <input
        className="input input-sm w-14 text-center tabular-nums"
        inputMode="numeric"
        aria-label={t('document:pageNumber')}
        value={typed ?? page}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => setTyped(null)}
      />
      <span className="tabular-nums">/ {count}</span>
      <Tool icon="chevron-right" label={t('document:next')} disabled={page >= count} onClick={() => onPage(page + 1)} />
    </form>
  );
}

/** Turns pages by the keys of the area in which they are shown. @returns whether the key was used */
export function turnByKey(event: KeyboardEvent, { page, count, onPage }: Props): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const targets: Record<string, number> = {
    ArrowRight: page + 1,
    PageDown: page + 1,
    ArrowLeft: page - 1,
    PageUp: page - 1,
    Home: 1,
    End: count,
  };
  const target = targets[event.key];
  if (target === undefined) return false;
  event.preventDefault();
  onPage(target);
  return true;
}

type OutlineProps = {
  chapters: { title: string; page: number; level?: number }[];
  page: number;
  onPage: (page: number) => void;
};
const INDENT = ['', 'ps-4', 'ps-8', 'ps-12'];

/** The chapters of a document; the last one that has begun is the current one. */
export function Outline({ chapters, page, onPage }: OutlineProps) {
  const t = useT();
  const current = chapters.findLastIndex((chapter) => chapter.page <= page);
  return (
    <nav
      aria-label={t('document:outline')}
      className="max-h-40 shrink-0 overflow-y-auto border-base-300 p-2 text-sm max-md:border-b md:max-h-[75dvh] md:w-56 md:border-e"
    >
      <ol>
        {chapters.map((chapter, index) => (
          <li key={index} className={INDENT[Math.min(chapter.level ?? 0, INDENT.length - 1)]}>
            <button
              type="button"
              className="w-full rounded px-2 py-1 text-start hover:bg-base-200 aria-[current]:font-semibold aria-[current]:text-primary"
              {...(index === current && { 'aria-current': 'true' })}
              onClick={() => onPage(chapter.page)}
            >
              {chapter.title}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
