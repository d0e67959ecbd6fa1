import type { RefCallback } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';

/** Context of the branches of a tree. */
export type BranchTree = {
  categories: Data<'GET /course/api/category/list'>;
  /** Ids from the top down to the selected category. */
  path: string[];
  /** False before hydration: then it is a list of links that are all tab stops. */
  isTree: boolean;
  open: ReadonlySet<string>;
  toggle: (id: string, isOpen: boolean) => void;
  /** Id of the category that is the tab stop; null: the row for all categories. */
  stop: string | null;
  onFocus: (id: string) => void;
  linkRef: (id: string) => RefCallback<HTMLAnchorElement>;
  branchRef: (id: string) => RefCallback<HTMLDetailsElement>;
};

export const LINK =
  'flex min-h-10 items-center rounded-field hover:bg-base-200 aria-[current=page]:bg-primary-soft aria-[current=page]:font-semibold aria-[current=page]:text-primary';

/** The categories below one of them, or the top ones. */
export function Branch({ tree, parentId, level }: { tree: BranchTree; parentId: string | null; level: number }) {
  const t = useT();
  const locale = useLocale();
  const { categories, path, isTree, open, toggle, stop } = tree;
  return categories
    .filter((category) => category.parentId === parentId)
    .map(({ id, name, courseCount, projectCount }) => {
      const hasChildren = categories.some((category) => category.parentId === id);
      const isOpen = open.has(id);
      return (
        <li key={id} role={isTree ? 'none' : undefined} className="relative">
          <a
            ref={tree.linkRef(id)}
            href={href(locale, `/knowledge/menu-tree?category=${id}`)}
            role={isTree ? 'treeitem' : undefined}
            aria-level={isTree ? level : undefined}
            aria-expanded={isTree && hasChildren ? isOpen : undefined}
            aria-owns={isTree && hasChildren ? `below-${id}` : undefined}
            aria-current={id === path.at(-1) ? 'page' : undefined}
            tabIndex={isTree && stop !== id ? -1 : undefined}
            onFocus={() => tree.onFocus(id)}
            className={`${LINK} justify-between gap-3 py-1 ps-3 pe-11 ${path.includes(id) ? 'font-medium' : ''}`}
          >
            <span className="min-w-0">{name}</span>
            <span className="text-sm font-normal text-muted tabular-nums">
              <span aria-hidden="true">{courseCount + projectCount}</span>
              <span className="sr-only">
                {t('course:browse.count', { courses: courseCount, projects: projectCount })}
              </span>
            </span>
          </a>
          {hasChildren && (
            <details
              ref={tree.branchRef(id)}
              id={`below-${id}`}
              open={isOpen}
              // It may have been opened or closed before hydration.
              suppressHydrationWarning
              onToggle={({ currentTarget }) => toggle(id, currentTarget.open)}
              className="group/branch"
            >
              {/* In a tree, keys open and close a branch: this is for the pointer. */}
              <summary
                aria-label={t('course:browse.fold', { name })}
                aria-hidden={isTree ? true : undefined}
                tabIndex={isTree ? -1 : undefined}
                className="absolute end-0 top-0 grid size-10 cursor-pointer list-none place-items-center rounded-field text-muted hover:text-primary [&::-webkit-details-marker]:hidden"
              >
                <Icon name="chevron-right" className="size-4 transition-transform group-open/branch:rotate-90" />
              </summary>
              <ul
                role={isTree ? 'none' : undefined}
                className="ms-3 flex flex-col gap-0.5 border-s border-base-300 ps-1"
              >
                <Branch tree={tree} parentId={id} level={level + 1} />
              </ul>
            </details>
          )}
        </li>
      );
    });
}
