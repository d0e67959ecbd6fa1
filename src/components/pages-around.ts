/**
 * Returns the page numbers that a pager shows: the first, the last and those around the current one; null stands for a
 * gap.
 */
export function pagesAround(current: number, total: number): (number | null)[] {
  const shown = [1, current - 1, current, current + 1, total].filter((page) => page >= 1 && page <= total);
  const pages = [...new Set(shown)].sort((a, b) => a - b);
  return pages.flatMap((page, i) => {
    const gap = i > 0 ? page - pages[i - 1]! : 1;
    // Instead of a gap of one page, show the page.
    return gap > 2 ? [null, page] : gap === 2 ? [page - 1, page] : [page];
  });
}
