import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { type BranchTree, Branch, LINK } from './Branch.tsx';
import { moveOf, visibleItems } from './visible-items.ts';
import './tree.css';

type Props = {
  categories: Data<'GET /course/api/category/list'>;
  /** Ids from the top down to the selected category. */
  path: string[];
};
/** From this width on, the tree is beside the courses. */
const WIDE = '(width >= 64rem)';
const ROOT = 'all';

/**
 * Categories beside the courses; below 1024 px collapsed to the name of the selected one. Links in `<details>` before
 * hydration, then a tree by the ARIA Authoring Practices: one tab stop, arrows, Home, End, letters.
 */
export default island(function CategoryTree({ categories, path }: Props) {
  const t = useT();
  const locale = useLocale();
  const isTree = useHydrated();
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(path));
  const [current, setCurrent] = useState<string | null>(path.at(-1) ?? null);
  const panel = useRef<HTMLDetailsElement>(null);
  const links = useRef(new Map<string, HTMLAnchorElement>());
  const branches = useRef(new Map<string, HTMLDetailsElement>());
  const all = t('course:filter.allCategories');
  const chosen = categories.find(({ id }) => id === path.at(-1));
  const items = visibleItems(categories, all, open);

  const toggle = (id: string, isOpen: boolean) =>
    setOpen((before) => {
      if (before.has(id) === isOpen) return before;
      const after = new Set(before);
      if (isOpen) after.add(id);
      else after.delete(id);
      return after;
    });

  const onStart = useEffectEvent(() => {
    // Opened or closed before the island was hydrated.
    for (const [id, branch] of branches.current) toggle(id, branch.open);
  });
  useEffect(() => {
    onStart();
    // Browsers without `::details-content` and screen readers need it open.
    const wide = matchMedia(WIDE);
    const fit = () => {
      if (wide.matches) panel.current!.open = true;
    };
    fit();
    wide.addEventListener('change', fit);
    return () => wide.removeEventListener('change', fit);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    const move = moveOf(items, current, (id) => open.has(id), event.key);
    if (!move) return;
    event.preventDefault();
    if ('to' in move) links.current.get(move.to ?? ROOT)!.focus();
    else if ('open' in move) toggle(move.open, true);
    else toggle(move.close, false);
  };

  const keep = <T,>(map: Map<string, T>, id: string, element: T | null) => {
    if (element) map.set(id, element);
    else map.delete(id);
  };
  /** A category in a closed branch cannot be the tab stop. */
  const stop = items.some(({ id }) => id === current) ? current : null;
  const tree: BranchTree = {
    ...{ categories, path, isTree, open, toggle, stop },
    onFocus: setCurrent,
    linkRef: (id) => (element) => keep(links.current, id, element),
    branchRef: (id) => (element) => keep(branches.current, id, element),
  };

  return (
    <details ref={panel} id="categories" suppressHydrationWarning className="paper category-panel">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-4 lg:hidden [&::-webkit-details-marker]:hidden">
        <Icon name="list" className="size-5 text-muted" />
        <span className="grow font-medium">{chosen?.name ?? all}</span>
        <Icon name="chevron-down" className="size-4 text-muted" />
      </summary>
      <nav aria-label={t('course:filter.category')} className="p-2 max-lg:border-t max-lg:border-base-300">
        <ul
          role={isTree ? 'tree' : undefined}
          aria-label={isTree ? t('course:filter.category') : undefined}
          onKeyDown={onKeyDown}
          className="flex flex-col gap-0.5"
        >
          <li role={isTree ? 'none' : undefined}>
            <a
              ref={(element) => keep(links.current, ROOT, element)}
              href={href(locale, '/knowledge/menu-tree')}
              role={isTree ? 'treeitem' : undefined}
              aria-level={isTree ? 1 : undefined}
              aria-current={path.length === 0 ? 'page' : undefined}
              tabIndex={isTree && stop !== null ? -1 : undefined}
              onFocus={() => setCurrent(null)}
              className={`${LINK} px-3`}
            >
              {all}
            </a>
          </li>
          <Branch tree={tree} parentId={null} level={1} />
        </ul>
      </nav>
    </details>
  );
});
