/** Returns the edit distance with transpositions (optimal string alignment), or `limit + 1` if it exceeds `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let best = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, beforeLast[column - 2]! + 1);
      }
      current.push(best);
    }
    if (Math.min(...current) > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}

/** Returns the known word closest to `word`, or undefined if none is similar enough to be a likely misspelling. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  let found: string | undefined;
  let best = limit + 1;
  for (const candidate of known) {
    const far = distance(wanted, candidate.toLowerCase(), limit);
    if (far < best) {
      best = far;
      found = candidate;
    }
  }
  return found;
}

/** Returns ` (did you mean "x"?)`, or an empty text. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const candidate = nearest(word, known);
  return candidate === undefined || candidate === word ? '' : ` (did you mean "${candidate}"?)`;
}
