import type pg from 'pg';
import { common, folded, pairs, pieces, type Piece } from '#src/lib/search-words.ts';
import { similarIn, similarPatterns } from './similar.ts';
import { stems } from './stem.ts';
import { quoted } from './similar.ts';
import { AS_WRITTEN, IN_TITLE } from './terms.ts';

/** A parsed search query. */
export type Query = {
  /** Search terms; `prefix`: matches the beginning of a term; `unfinished`: matches unstemmed words, in titles only. */
  terms: { text: string; prefix: boolean; unfinished: boolean }[];
  /** Stems of words and pairs of characters, for marking hits in a text. */
  stems: Set<string>;
  pairs: Set<string>;
  /** Words and runs of characters of the keyword, folded. */
  pieces: Piece[];
};

/** Maximum number of terms of one query, each of which is an index lookup. */
const MAX_TERMS = 32;
/** Maximum number of words of one query for which similar ones are looked up, by some 30 terms each. */
const MAX_SIMILAR = 8;
/** English stop words. Ignored unless the query contains nothing else, or they are written in capitals ("IT"). */
const STOP_WORDS = new Set(
  'a an and are as at be by for from how in is it of on or that the this to was what when where who why with'.split(
    ' ',
  ),
);

/**
 * Parses a keyword: words of any language, without operators.
 * @param unfinished the last word is still being typed: it matches as a prefix
 * @returns null when the keyword contains no letter and no digit
 */
export async function readQuery(client: pg.ClientBase, keyword: string, unfinished = false): Promise<Query | null> {
  const chosen = piecesToFind(keyword);
  if (chosen.length === 0) return null;
  const last = chosen.at(-1)!;
  const stem = await stems(
    client,
    chosen.flatMap(({ kind, text }) => (kind === 'word' ? [text] : [])),
  );
  const terms = new Map<string, { prefix: boolean; unfinished: boolean }>();
  const query: Query = { terms: [], stems: new Set(), pairs: new Set(), pieces: chosen };
  for (const piece of chosen) {
    if (piece.kind === 'word') {
      const isUnfinished = unfinished && piece === last;
      terms.set(isUnfinished ? piece.text : stem(piece.text), { prefix: isUnfinished, unfinished: isUnfinished });
      query.stems.add(stem(piece.text));
    } else {
      const parts = pairs(piece.text);
      // A single character matches as prefix every pair that it starts, and the term of the last character of a run.
      for (const part of parts)
        terms.set(part, { prefix: parts.length === 1 && [...part].length === 1, unfinished: false });
      for (const part of parts) query.pairs.add(part);
    }
  }
  query.terms = [...terms].slice(0, MAX_TERMS).map(([text, how]) => ({ text, ...how }));
  return query;
}

/** Returns the `tsquery` for objects that contain all words, or similar ones (docs/decisions/041). */
export async function similarTsquery(client: pg.ClientBase, query: Query): Promise<string> {
  const asked = query.pieces.slice(0, MAX_SIMILAR);
  const stem = await stems(
    client,
    asked.flatMap(({ kind, text }) => (kind === 'word' ? [text] : [])),
  );
  const each = asked.map(async (piece) => {
    const exact = piece.kind === 'word' ? [quoted(stem(piece.text))] : pairs(piece.text).map(quoted);
    return `(${[`(${exact.join(' & ')})`, ...(await similarPatterns(piece))].join(' | ')})`;
  });
  return (await Promise.all(each)).join(' & ');
}

/** Adds to a query what it found in these texts by similarity, so that it is marked. */
export async function addSimilar(client: pg.ClientBase, query: Query, texts: string[]): Promise<void> {
  const found = await Promise.all(texts.map((text) => similarIn(text, query.pieces)));
  const words = found.flatMap(({ words }) => words);
  const stem = await stems(client, words);
  for (const word of words) query.stems.add(stem(word));
  for (const pair of found.flatMap(({ pairs }) => pairs)) query.pairs.add(pair);
}

/** Words and character runs of a keyword that are searched for: without stop words, unless it has no others. */
function piecesToFind(keyword: string): Piece[] {
  const all = pieces(folded(keyword));
  const plain = common(keyword);
  const isStopWord = ({ text, at }: Piece) => {
    const typed = plain.slice(at, at + text.length);
    return STOP_WORDS.has(text) && (typed.length === 1 || typed !== typed.toUpperCase());
  };
  const relevant = all.filter((piece) => !isStopWord(piece));
  return relevant.length > 0 ? relevant : all;
}

/**
 * Returns the keyword of a list as a `tsquery` for objects that contain all of its words, each as a stem or as the
 * beginning of a word. Beginnings are compared with stems, and in titles with the words as written.
 * @returns null when the keyword contains no letter and no digit
 */
export async function listTsquery(client: pg.ClientBase, keyword: string): Promise<string | null> {
  const chosen = piecesToFind(keyword);
  if (chosen.length === 0) return null;
  const stem = await stems(
    client,
    chosen.flatMap(({ kind, text }) => (kind === 'word' ? [text] : [])),
  );
  const terms = chosen.flatMap(({ kind, text }) => {
    if (kind === 'word') return `(${quoted(stem(text))} | ${quoted(text)}:* | ${quoted(AS_WRITTEN + text)}:*)`;
    const parts = pairs(text).map(quoted);
    return [...text].length === 1 ? parts.map((part) => `${part}:*`) : parts;
  });
  return terms.slice(0, MAX_TERMS).join(' & ');
}

/** Returns the `tsquery` for objects that contain all terms, or any of them. */
export function tsquery({ terms }: Query, how: 'all' | 'any', where: 'anywhere' | 'title'): string {
  const mark = (unfinished: boolean) => (where === 'anywhere' ? '' : unfinished ? AS_WRITTEN : IN_TITLE);
  return terms
    .map(({ text, prefix, unfinished }) => quoted(mark(unfinished) + text) + (prefix ? ':*' : ''))
    .join(how === 'all' ? ' & ' : ' | ');
}
