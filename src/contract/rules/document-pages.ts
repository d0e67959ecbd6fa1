import { countSeconds, type Range, subtractRanges } from '#src/lib/ranges.ts';

/** Minimum time for which a page of a document is seen, seconds. */
export const MIN_PAGE_SECONDS = 3;

/**
 * Returns the seconds of `totalDuration` that belong to page `page` (from 1) of `pages`: coverage of a document consists
 * of the pages that were seen, so each page can only fill its own part.
 */
export function pageRange(page: number, pages: number, totalDuration: number): Range {
  return [Math.floor(((page - 1) * totalDuration) / pages), Math.floor((page * totalDuration) / pages)];
}

/** Returns the page (from 1) to which a second belongs. */
export function pageAt(second: number, pages: number, totalDuration: number): number {
  if (totalDuration <= 0) return 1;
  const near = Math.min(pages, Math.max(1, Math.floor((second * pages) / totalDuration) + 1));
  return near < pages && second >= pageRange(near, pages, totalDuration)[1] ? near + 1 : near;
}

/** Returns the seconds of a page that have not been counted yet. */
export function missingOfPage(page: number, pages: number, totalDuration: number, watched: readonly Range[]): Range[] {
  return subtractRanges([pageRange(page, pages, totalDuration)], watched);
}

/** Returns the pages that were not seen for their whole minimum time, in runs: `[[2, 2], [5, 9]]`. */
export function pagesMissing(pages: number, totalDuration: number, watched: readonly Range[]): [number, number][] {
  const runs: [number, number][] = [];
  for (let page = 1; page <= pages; page += 1) {
    if (countSeconds(missingOfPage(page, pages, totalDuration, watched)) === 0) continue;
    const last = runs.at(-1);
    if (last?.[1] === page - 1) last[1] = page;
    else runs.push([page, page]);
  }
  return runs;
}

/** Returns the number of pages that were seen for their whole minimum time. */
export const pagesSeen = (pages: number, totalDuration: number, watched: readonly Range[]): number =>
  pagesMissing(pages, totalDuration, watched).reduce((seen, [first, last]) => seen - (last - first + 1), pages);

/**
 * Converts the time that a page is visible to counted seconds: each passed second is the next uncounted second of that
 * page, and a page whose seconds are all counted takes no more. Time on one page never counts for another.
 */
export class PageTracker {
  private page = 0;
  private passed = 0;
  private readonly pages: number;
  private readonly totalDuration: number;
  private watched: Range[];

  constructor(pages: number, totalDuration: number, watched: readonly Range[]) {
    this.pages = pages;
    this.totalDuration = totalDuration;
    this.watched = [...watched];
  }

  /**
   * Page `page` was visible for `seconds` more. A part of a second is lost when the page changes.
   * @returns the newly counted seconds
   */
  see(page: number, seconds: number): Range[] {
    if (page !== this.page) {
      this.page = page;
      this.passed = 0;
    }
    this.passed += seconds;
    const whole = Math.floor(this.passed);
    if (whole === 0) return [];
    this.passed -= whole;
    let left = whole;
    const counted: Range[] = [];
    for (const [start, end] of missingOfPage(page, this.pages, this.totalDuration, this.watched)) {
      if (left === 0) break;
      const part = Math.min(left, end - start);
      counted.push([start, start + part]);
      left -= part;
    }
    this.watched.push(...counted);
    return counted;
  }
}
