/** From this width on the tree stands beside the courses. */
const WIDE = '(width >= 64rem)';

/**
 * Keys in the tree of categories, as in any tree: down and up go through what is shown, right opens a branch or goes
 * into it, left closes it or goes to its parent, Home and End to the ends. The links stay links for everybody else.
 */
export function startCategoryTree(): void {
  const wide = matchMedia(WIDE);
  for (const panel of document.querySelectorAll<HTMLDetailsElement>('[data-category-panel]')) {
    // Browsers that do not know `::details-content`, and what reads the page aloud, need it open.
    const fit = () => {
      if (wide.matches) panel.open = true;
    };
    fit();
    wide.addEventListener('change', fit);
  }
  for (const tree of document.querySelectorAll<HTMLElement>('[data-category-tree]')) {
    tree.addEventListener('keydown', (event) => {
      const from = (event.target as Element).closest<HTMLElement>('a, summary');
      if (!from || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const to = nextOf(tree, from, event.key);
      if (to === null) return;
      event.preventDefault();
      to.focus();
    });
  }
}

/** Where a key leads from a link or fold; itself when it only opened or closed, null for keys of no meaning here. */
function nextOf(tree: HTMLElement, from: HTMLElement, key: string): HTMLElement | null {
  const links = [...tree.querySelectorAll<HTMLElement>('a')].filter((link) => link.checkVisibility());
  const item = from.closest('li');
  const link = item?.querySelector<HTMLElement>(':scope > a') ?? from;
  const branch = item?.querySelector<HTMLDetailsElement>(':scope > details');
  const at = links.indexOf(link);
  switch (key) {
    case 'ArrowDown':
      return links[at + 1] ?? link;
    case 'ArrowUp':
      return links[at - 1] ?? link;
    case 'Home':
      return links[0] ?? link;
    case 'End':
      return links.at(-1) ?? link;
    case 'ArrowRight':
      if (!branch) return link;
      if (branch.open) return branch.querySelector<HTMLElement>('a') ?? link;
      branch.open = true;
      return link;
    case 'ArrowLeft':
      if (branch?.open) {
        branch.open = false;
        return link;
      }
      return item?.parentElement?.closest('li')?.querySelector<HTMLElement>(':scope > a') ?? link;
    default:
      return null;
  }
}
