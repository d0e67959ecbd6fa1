import type pg from 'pg';
import { common, folded, pairs, pieces } from '#src/lib/search-words.ts';
import { stems } from './stem.ts';
import { AS_WRITTEN, IN_TITLE, quoted } from './terms.ts';

/** What somebody looks for. */
export type Query = {
  /** Terms to look for; `prefix`: the beginning of one; `unfinished`: of a word as it is written, in titles only. */
  terms: { text: string; prefix: boolean; unfinished: boolean }[];
  /** Stems of words and pairs of characters, for marking hits in a text. */
  stems: Set<string>;
  pairs: Set<string>;
};

/** Terms of one query: more say nothing more, and each is a look into the index. */
const MOST_TERMS = 32;
/** English words that say nothing by themselves. Left out unless they are all there is, or written in capitals ("IT"). */
const WEAK = new Set(
  'a an and are as at be by for from how in is it of on or that the this to was what when where who why with'.split(
    ' ',
  ),
);

/**
 * Reads what somebody typed: words of any language, side by side. Nothing in it is an operator.
 * @param unfinished the last word is still being typed: its beginning counts
 * @returns null when there is no letter and no digit in it
 */
export async function readQuery(client: pg.ClientBase, keyword: string, unfinished = false): Promise<Query | null> {
  const all = pieces(folded(keyword));
  const plain = common(keyword);
  const isWeak = ({ text, at }: { text: string; at: number }) => {
    const typed = plain.slice(at, at + text.length);
    return WEAK.has(text) && (typed.length === 1 || typed !== typed.toUpperCase());
  };
  const strong = all.filter((piece) => !isWeak(piece));
  const chosen = strong.length > 0 ? strong : all;
  if (chosen.length === 0) return null;
  const last = chosen.at(-1)!;
  const stem = await stems(
    client,
    chosen.flatMap(({ kind, text }) => (kind === 'word' ? [text] : [])),
  );
  const terms = new Map<string, { prefix: boolean; unfinished: boolean }>();
  const query: Query = { terms: [], stems: new Set(), pairs: new Set() };
  for (const piece of chosen) {
    if (piece.kind === 'word') {
      const isUnfinished = unfinished && piece === last;
      terms.set(isUnfinished ? piece.text : stem(piece.text), { prefix: isUnfinished, unfinished: isUnfinished });
      query.stems.add(stem(piece.text));
    } else {
      const parts = pairs(piece.text);
      // A single character is the beginning of every pair it starts, and stands alone where a row ends with it.
      for (const part of parts)
        terms.set(part, { prefix: parts.length === 1 && [...part].length === 1, unfinished: false });
      for (const part of parts) query.pairs.add(part);
    }
  }
  query.terms = [...terms].slice(0, MOST_TERMS).map(([text, how]) => ({ text, ...how }));
  return query;
}

/** As a `tsquery`: of things that have all terms, or any of them. */
export function tsquery({ terms }: Query, how: 'all' | 'any', where: 'anywhere' | 'title'): string {
  const mark = (unfinished: boolean) => (where === 'anywhere' ? '' : unfinished ? AS_WRITTEN : IN_TITLE);
  return terms
    .map(({ text, prefix, unfinished }) => quoted(mark(unfinished) + text) + (prefix ? ':*' : ''))
    .join(how === 'all' ? ' & ' : ' | ');
}
