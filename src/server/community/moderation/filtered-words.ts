import { folded } from '#src/lib/search-words.ts';

/** Scripts without spaces between words: there, a word is found inside a run of characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** The letters and digits of a text in comparable form: width, case, spaces, punctuation and invisible characters do not count. */
export const compact = (text: string): string => folded(text).replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Finds filtered words in a text, also with spaces or punctuation between their characters. Words of scripts that separate
 * words are found as whole words only: `ass` is not found in `class`.
 * @returns the words found, as they were given
 */
export function findFilteredWords(text: string, words: string[]): string[] {
  const comparable = folded(text);
  const run = compact(text);
  return words.filter((word) => {
    const characters = compact(word);
    // Most words do not occur at all; this is much faster than a regular expression.
    return characters !== '' && run.includes(characters) && patternOf(characters).test(comparable);
  });
}

function patternOf(characters: string): RegExp {
  const parts = [...characters];
  const before = UNSPACED.test(parts[0]!) ? '' : '(?<![\\p{L}\\p{N}])';
  const after = UNSPACED.test(parts.at(-1)!) ? '' : '(?![\\p{L}\\p{N}])';
  return new RegExp(`${before}${parts.join('[^\\p{L}\\p{N}]*')}${after}`, 'u');
}
