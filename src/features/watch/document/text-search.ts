/**
 * Returns the places `[start, end)` where a text contains a query, ignoring case and white space: in a PDF, words are
 * interrupted by line breaks and by the positions of single letters.
 */
export function findMatches(text: string, query: string, max = 500): [start: number, end: number][] {
  const wanted = query.toLowerCase().replace(/\s+/g, '');
  if (wanted === '') return [];
  let plain = '';
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const lower = text[at]!.toLowerCase();
    // Letters whose lower case is longer would shift all places behind them.
    if (/\s/.test(lower)) continue;
    plain += lower.length === 1 ? lower : text[at]!;
    places.push(at);
  }
  const matches: [number, number][] = [];
  for (
    let at = plain.indexOf(wanted);
    at >= 0 && matches.length < max;
    at = plain.indexOf(wanted, at + wanted.length)
  ) {
    matches.push([places[at]!, places[at + wanted.length - 1]! + 1]);
  }
  return matches;
}
