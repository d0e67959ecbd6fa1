import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missingOfPage, pageAt, pageRange, pagesMissing, pagesSeen, PageTracker } from './document-pages.ts';
import { countSeconds, mergeRanges, type Range } from '#src/lib/ranges.ts';

describe('the seconds of a page', () => {
  it('together are all seconds, without overlaps, and each page has its minimum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 5_000 }), (pages, more) => {
        const total = pages * 3 + more;
        const ranges = Array.from({ length: pages }, (_, i) => pageRange(i + 1, pages, total));
        expect(mergeRanges(ranges)).toEqual([[0, total]]);
        expect(ranges.reduce((sum, [start, end]) => sum + end - start, 0)).toBe(total);
        expect(Math.min(...ranges.map(([start, end]) => end - start))).toBeGreaterThanOrEqual(3);
        for (const [i, [start, end]] of ranges.entries()) {
          expect([pageAt(start, pages, total), pageAt(end - 1, pages, total)]).toEqual([i + 1, i + 1]);
        }
      }),
    );
  });

  it('of the end is the last page', () => {
    expect([pageAt(30, 3, 30), pageAt(0, 3, 30), pageAt(0, 1, 0)]).toEqual([3, 1, 1]);
  });
});

describe('what is counted', () => {
  it('an hour on one page never fills another', () => {
    const tracker = new PageTracker(4, 40, []);
    const counted = Array.from({ length: 3600 }, () => tracker.see(2, 1)).flat();
    expect(mergeRanges(counted)).toEqual([[10, 20]]);
    expect(pagesSeen(4, 40, counted)).toBe(1);
    expect(pagesMissing(4, 40, counted)).toEqual([
      [1, 1],
      [3, 4],
    ]);
  });

  it('continues where the page was left, also after it was seen in part earlier', () => {
    const tracker = new PageTracker(2, 20, [[0, 4]]);
    expect(tracker.see(1, 1)).toEqual([[4, 5]]);
    expect(tracker.see(2, 2)).toEqual([[10, 12]]);
    expect(tracker.see(1, 100)).toEqual([[5, 10]]);
    expect(tracker.see(1, 100)).toEqual([]);
  });

  it('needs whole seconds on the same page', () => {
    const tracker = new PageTracker(2, 20, []);
    expect([tracker.see(1, 0.6), tracker.see(2, 0.6), tracker.see(1, 0.6), tracker.see(1, 0.6)]).toEqual([
      [],
      [],
      [],
      [[0, 1]],
    ]);
  });

  it('is never more than the time that passed, nor outside the visible pages', () => {
    const visits = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.double({ min: 0, max: 2, noNaN: true })));
    fc.assert(
      fc.property(visits, fc.integer({ min: 18, max: 200 }), (seen, total) => {
        const tracker = new PageTracker(6, total, []);
        const counted: Range[] = seen.flatMap(([page, seconds]) => tracker.see(page, seconds));
        expect(countSeconds(counted)).toBeLessThanOrEqual(seen.reduce((sum, [, seconds]) => sum + seconds, 0) + 1e-6);
        const unseen = [1, 2, 3, 4, 5, 6].filter((page) => !seen.some(([visited]) => visited === page));
        for (const page of unseen) {
          expect(missingOfPage(page, 6, total, counted)).toEqual([pageRange(page, 6, total)]);
        }
      }),
    );
  });
});
