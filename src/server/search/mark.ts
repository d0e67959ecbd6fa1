import { codeParts, folded, pieces } from '#src/lib/search-words.ts';
import type { Query } from './query.ts';

/** A text split into parts; `hit` marks the parts that match the query. */
export type Marked = { text: string; hit: boolean }[];

/** Length of an excerpt in characters, and of its part before the first hit. */
const EXCERPT_LENGTH = 160;
const LEAD_LENGTH = 30;

/** Returns the words of texts, whose stems `marker` needs. */
export function wordsOf(texts: string[]): string[] {
  return texts.flatMap((text) =>
    pieces(folded(text)).flatMap(({ kind, text: word }) => (kind === 'word' ? [word, ...codeParts(word)] : [])),
  );
}

/**
 * Returns functions that mark the hits of a query in texts: pairs of characters, and words with the same stem.
 * @param stem returns the stem of a folded word; see `stems` of stem.ts
 */
export function marker(query: Query, stem: (word: string) => string) {
  const isHit = (word: string) => query.stems.has(stem(word)) || query.terms.some((term) => begins(term, word));
  const begins = ({ text, prefix }: Query['terms'][number], word: string) => prefix && word.startsWith(text);

  /** Returns the positions of hits in a text, in order; adjacent ones are merged. */
  function hits(text: string): [from: number, to: number][] {
    const { common, place } = aligned(text);
    const found: [number, number][] = [];
    const add = (from: number, to: number) => {
      const last = found.at(-1);
      if (last && place(from) <= last[1]) last[1] = Math.max(last[1], place(to));
      else found.push([place(from), place(to)]);
    };
    for (const { kind, text: piece, at } of pieces(common)) {
      if (kind === 'word') {
        if (isHit(piece) || codeParts(piece).some(isHit)) add(at, at + piece.length);
        continue;
      }
      let from = at;
      const characters = [...piece];
      for (const [i, character] of characters.entries()) {
        const pair = character + (characters[i + 1] ?? '');
        if (query.pairs.has(pair)) add(from, from + pair.length);
        else if (query.pairs.has(character)) add(from, from + character.length);
        from += character.length;
      }
    }
    return found;
  }

  function parts(text: string, from: number, to: number, places: [number, number][]): Marked {
    const marked: Marked = [];
    const put = (piece: string, hit: boolean) => piece && marked.push({ text: piece, hit });
    let at = from;
    for (const [start, end] of places) {
      if (start < at || end > to) continue;
      put(text.slice(at, start), false);
      put(text.slice(start, end), true);
      at = end;
    }
    put(text.slice(at, to), false);
    return marked;
  }

  return {
    /** Marks the hits in the whole text. */
    whole(text: string): Marked {
      return parts(text, 0, text.length, hits(text));
    },
    /**
     * Returns the part of a text with the most hits, about 160 characters, with marks; its beginning if there are no
     * hits.
     */
    excerpt(text: string): Marked {
      const places = hits(text);
      const from = boundary(text, Math.max(0, densest(places) - LEAD_LENGTH));
      const to = boundary(text, Math.min(text.length, from + EXCERPT_LENGTH));
      const marked = parts(text, from, to, places);
      if (from > 0) marked.unshift({ text: '…', hit: false });
      if (to < text.length) marked.push({ text: '…', hit: false });
      return marked;
    },
  };
}

/**
 * Returns the folded text, and a function that maps its positions to the original text: "…" is folded to three dots.
 */
function aligned(text: string): { common: string; place: (at: number) => number } {
  const common = folded(text);
  if (common.length === text.length) return { common, place: (at) => at };
  let apart = '';
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const known = foldedCharacters.get(character) ?? folded(character);
    foldedCharacters.set(character, known);
    for (let i = 0; i < known.length; i++) places.push(at);
    apart += known;
    at += character.length;
  }
  return { common: apart, place: (where) => places[where] ?? at };
}
/** At most some ten thousand different characters occur, so this remains small. */
const foldedCharacters = new Map<string, string>();

/** Returns the start of the window with the most hit characters. */
function densest(places: [number, number][]): number {
  let best = places[0]?.[0] ?? 0;
  let most = 0;
  for (const [i, [start]] of places.entries()) {
    let covered = 0;
    for (let j = i; j < places.length && places[j]![1] <= start + EXCERPT_LENGTH - LEAD_LENGTH; j++)
      covered += places[j]![1] - places[j]![0];
    if (covered > most) [most, best] = [covered, start];
  }
  return best;
}

/** Moves a position back to the beginning of a Latin word, and out of a surrogate pair. */
function boundary(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return at;
  let place = at;
  for (let i = 0; i < 20 && place > 0 && /[\p{Script=Latin}\p{N}]/u.test(text[place - 1]!); i++) place -= 1;
  if (/[\p{Script=Latin}\p{N}]/u.test(text[place - 1] ?? '')) place = at;
  return /[\udc00-\udfff]/.test(text[place]!) ? place - 1 : place;
}
