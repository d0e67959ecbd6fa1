import { type Piece, folded, pairs, pieces } from '#src/lib/search-words.ts';

/** Returns a lexeme in the syntax of `tsvector` and `tsquery`. */
export const quoted = (term: string) => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/**
 * Terms that find a text by a word that differs by one letter, or by pinyin (docs/decisions/041). Only words of titles,
 * summaries and names have them, and only searches that otherwise find nothing ask for them.
 */

/** Prefix of the terms for a word with one letter left out, and for the word itself. */
const ONE_LESS = '?';
/** Prefix of the terms for pinyin from one character to the end of its run, and for its initials. */
const PINYIN = '^';
const INITIALS = '^^';

/** Latin words of other lengths, and those with digits, are codes or too short to be told apart. */
const WORD = /^[a-z]{4,24}$/;
const LONGEST_PINYIN = 24;
const LONGEST_INITIALS = 10;
/** Characters of one run whose pinyin is indexed. */
const LONGEST_RUN = 60;

/** Returns the additional terms of the pieces of a text. */
export async function similarTerms(texts: readonly Piece[]): Promise<string[]> {
  const terms = new Set<string>();
  for (const { kind, text } of texts) {
    if (kind === 'word') {
      if (WORD.test(text)) for (const key of oneLess(text)) terms.add(ONE_LESS + key);
      continue;
    }
    const syllables = await syllablesOf(text);
    for (const [at] of syllables.entries()) {
      const rest = syllables.slice(at);
      terms.add(PINYIN + rest.join('').slice(0, LONGEST_PINYIN));
      terms.add(INITIALS + initialsOf(rest));
    }
  }
  return [...terms];
}

/** Returns the terms, in the syntax of `tsquery`, of texts that contain something similar to a piece of a keyword. */
export async function similarPatterns({ kind, text }: Piece): Promise<string[]> {
  const spelled = kind === 'word' ? text : (await syllablesOf(text)).join('');
  if (!/^[a-z]{2,}$/.test(spelled)) return [];
  return [
    `${quoted(PINYIN + spelled.slice(0, LONGEST_PINYIN))}:*`,
    ...(kind === 'word' ? [`${quoted(INITIALS + text.slice(0, LONGEST_INITIALS))}:*`] : []),
    ...(WORD.test(text) ? oneLess(text).map((key) => quoted(ONE_LESS + key)) : []),
  ];
}

/** Returns the words of a text, and the pairs of its characters, that a keyword found although it is written differently. */
export async function similarIn(
  text: string,
  keyword: readonly Piece[],
): Promise<{ words: string[]; pairs: string[] }> {
  const found = { words: [] as string[], pairs: [] as string[] };
  for (const piece of pieces(folded(text))) {
    if (piece.kind === 'word') {
      const keys = WORD.test(piece.text) ? new Set(oneLess(piece.text)) : null;
      if (keys && keyword.some(({ text }) => WORD.test(text) && oneLess(text).some((key) => keys.has(key))))
        found.words.push(piece.text);
      continue;
    }
    const characters = [...piece.text];
    const syllables = await syllablesOf(piece.text);
    for (const { kind, text } of keyword) {
      const spelled = kind === 'word' ? text : (await syllablesOf(text)).join('');
      if (spelled.length < 2) continue;
      for (const [at] of syllables.entries()) {
        const length = spelledBy(syllables.slice(at), spelled, kind === 'word');
        if (length > 0) found.pairs.push(...pairs(characters.slice(at, at + length).join('')));
      }
    }
  }
  return found;
}

/** Returns how many syllables a spelling covers, in full or by their initials; 0 if it does not. */
function spelledBy(syllables: string[], spelled: string, mayBeInitials: boolean): number {
  let joined = '';
  for (const [at, syllable] of syllables.entries()) {
    joined += syllable;
    if (joined.startsWith(spelled)) return at + 1;
    if (!spelled.startsWith(joined)) break;
  }
  return mayBeInitials && initialsOf(syllables).startsWith(spelled) ? spelled.length : 0;
}

const initialsOf = (syllables: string[]) =>
  syllables
    .slice(0, LONGEST_INITIALS)
    .map((syllable) => syllable[0])
    .join('');

/** The word, and the word without each of its letters: two words that differ by one letter have one of them in common. */
const oneLess = (word: string) => [word, ...[...word].map((_, at) => word.slice(0, at) + word.slice(at + 1))];

/** Returns the pinyin of each character, without tones; nothing if the run contains other characters than Chinese ones. */
async function syllablesOf(run: string): Promise<string[]> {
  // Loaded when it is needed: its data takes 30 MB.
  const { pinyin } = await import('pinyin-pro');
  const characters = [...run].slice(0, LONGEST_RUN);
  const syllables = pinyin(characters.join(''), { toneType: 'none', type: 'array', v: true });
  const isPinyin = syllables.length === characters.length && syllables.every((syllable) => /^[a-z]+$/.test(syllable));
  return isPinyin ? syllables : [];
}
