/** A range of whole seconds `[start, end)`. */
export type Range = [start: number, end: number];

/** Normalises ranges: sorted, without overlaps and empty ranges. */
export function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (end <= start) continue;
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** The seconds of `ranges` that are not in `taken`. */
export function subtractRanges(ranges: readonly Range[], taken: readonly Range[]): Range[] {
  const left: Range[] = [];
  const holes = mergeRanges(taken);
  for (const [start, end] of mergeRanges(ranges)) {
    let from = start;
    for (const [holeStart, holeEnd] of holes) {
      if (holeEnd <= from) continue;
      if (holeStart >= end) break;
      if (holeStart > from) left.push([from, holeStart]);
      from = holeEnd;
    }
    if (from < end) left.push([from, end]);
  }
  return left;
}

/** The part of `ranges` inside `[0, end)`. */
export function clipRanges(ranges: readonly Range[], end: number): Range[] {
  return mergeRanges(ranges.map(([a, b]): Range => [Math.max(0, a), Math.min(b, end)]));
}

/** The first `seconds` seconds of `ranges`. */
export function takeSeconds(ranges: readonly Range[], seconds: number): Range[] {
  const taken: Range[] = [];
  let left = Math.max(0, Math.floor(seconds));
  for (const [start, end] of mergeRanges(ranges)) {
    if (left === 0) break;
    const part = Math.min(left, end - start);
    taken.push([start, start + part]);
    left -= part;
  }
  return taken;
}

/** Number of distinct seconds. */
export function countSeconds(ranges: readonly Range[]): number {
  return mergeRanges(ranges).reduce((sum, [start, end]) => sum + end - start, 0);
}

/** Resume position: the end of the first watched range, or 0 if that is the end of the media. */
export function resumeAt(watched: readonly Range[], duration: number): number {
  const end = mergeRanges(watched)[0]?.[1] ?? 0;
  return end >= duration ? 0 : end;
}

/** Seconds that may be missing between two ranges that count as one: reports round to whole seconds. */
export const SKIP_TOLERANCE = 3;

/** The second up to which `watched` was watched from the start, except for gaps of {@link SKIP_TOLERANCE}. */
export function reachedSecond(watched: readonly Range[]): number {
  let reached = 0;
  for (const [start, end] of mergeRanges(watched)) {
    if (start > reached + SKIP_TOLERANCE) break;
    reached = Math.max(reached, end);
  }
  return reached;
}

/** The part of `ranges` that continues what was watched: ranges that begin further ahead were reached by skipping. */
export function withoutSkipped(ranges: readonly Range[], watched: readonly Range[]): Range[] {
  return clipRanges(ranges, reachedSecond([...watched, ...ranges]));
}

/** Formats ranges as a PostgreSQL `int4multirange`: `{[0,15),[30,45)}`. */
export function toMultirange(ranges: readonly Range[]): string {
  return `{${mergeRanges(ranges)
    .map(([start, end]) => `[${start},${end})`)
    .join(',')}}`;
}

/** Parses a PostgreSQL `int4multirange`. */
export function fromMultirange(text: string): Range[] {
  return [...text.matchAll(/\[(\d+),(\d+)\)/g)].map((match): Range => [Number(match[1]), Number(match[2])]);
}
