/**
 * A text segment that is searched as a unit: a word of letters and digits, or a run of characters written without
 * spaces.
 */
export type Piece = { text: string; kind: 'word' | 'characters'; at: number };

/** Han, kana and hangul: scripts without word separators, indexed as pairs of characters. */
const CHARACTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々ー]+/uy;
const WORD = /[\p{L}\p{N}\p{M}]/u;
/** Longer segments are hashes or base64; their beginning is sufficient. */
const MAX_WORD_LENGTH = 40;

/** Enumeration characters like circled numbers: not part of the text that follows. */
const NUMBERING = /[\u2460-\u24ff\u2776-\u2793\u3220-\u3229\u3280-\u3289]/g;

/** Normalises text: full-width letters, ligatures and fractions in their common form. */
export const common = (text: string) => text.replace(NUMBERING, ' ').normalize('NFKC');

/**
 * Normalises text for comparison: full-width forms, ligatures and the like in their common form, lower case. Accents
 * are removed where the length of the text is unchanged, so that positions are the same as in `common(text)`.
 */
export function folded(text: string): string {
  const plain = common(text);
  // Fast path: most texts contain nothing that could change the length.
  if (!/[^\0-\x7f\u2000-\u206f\u3000-\u9fff\uac00-\ud7a3]/.test(plain)) return plain.toLowerCase();
  return [...plain]
    .map((character) => {
      const bare = character.normalize('NFD').replace(/\p{Script=Latin}\p{M}+/gu, (marked) => marked[0]!);
      const lower = (bare.length === character.length ? bare : character).toLowerCase();
      return lower.length === character.length ? lower : character;
    })
    .join('');
}

/** Splits normalised text into searchable segments. All other characters (space, punctuation) are separators. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let word = '';
  let at = 0;
  const endWord = () => {
    if (word) found.push({ text: word.slice(0, MAX_WORD_LENGTH), kind: 'word', at });
    word = '';
  };
  for (let i = 0; i < text.length;) {
    CHARACTERS.lastIndex = i;
    const run = CHARACTERS.exec(text)?.[0];
    if (run) {
      endWord();
      found.push({ text: run, kind: 'characters', at: i });
      i += run.length;
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(i)!);
    if (WORD.test(character)) {
      if (!word) at = i;
      word += character;
    } else endWord();
    i += character.length;
  }
  endWord();
  return found;
}

/** Pairs of adjacent characters: `安全生产` is `安全`, `全生`, `生产`. A single character is kept. */
export function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, i) => characters[i]! + character);
}

/** The letters and digits of a code as separate terms: `iso9001` is also found as `iso 9001`. */
export function codeParts(word: string): string[] {
  const parts = word.match(/\p{N}+|[^\p{N}]+/gu) ?? [];
  return parts.length > 1 ? parts : [];
}
