/** A stretch of text that is searched for as one: a word of letters and digits, or characters written without spaces. */
export type Piece = { text: string; kind: 'word' | 'characters'; at: number };

/** Han, kana and hangul: what is written without spaces, or glued together, and is found by pairs of characters. */
const CHARACTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々ー]+/uy;
const WORD = /[\p{L}\p{N}\p{M}]/u;
/** Longer than any word of a language: a hash or a line of base64, of which the beginning is enough. */
const LONGEST = 40;

/** Numbers of a list, in circles and the like: they number what follows and are no part of it. */
const NUMBERING = /[\u2460-\u24ff\u2776-\u2793\u3220-\u3229\u3280-\u3289]/g;

/** Text in its common form: full-width letters, ligatures, fractions as anybody would type them. */
export const common = (text: string) => text.replace(NUMBERING, ' ').normalize('NFKC');

/**
 * Text as it is compared: full-width forms, ligatures and the like in their common form, lower case. Accents go where
 * that leaves the length of the text as it is, so that a place in it is the same place in `common(text)`.
 */
export function folded(text: string): string {
  const plain = common(text);
  // Most texts have nothing that could change its length, and there is much to index.
  if (!/[^\0-\x7f\u2000-\u206f\u3000-\u9fff\uac00-\ud7a3]/.test(plain)) return plain.toLowerCase();
  return [...plain]
    .map((character) => {
      const bare = character.normalize('NFD').replace(/\p{Script=Latin}\p{M}+/gu, (marked) => marked[0]!);
      const lower = (bare.length === character.length ? bare : character).toLowerCase();
      return lower.length === character.length ? lower : character;
    })
    .join('');
}

/** Cuts folded text into what can be searched for. Everything else (space, points, dashes) only parts. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let word = '';
  let at = 0;
  const endWord = () => {
    if (word) found.push({ text: word.slice(0, LONGEST), kind: 'word', at });
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

/** Pairs of neighbours: `安全生产` is `安全`, `全生`, `生产`. A single character stays one. */
export function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, i) => characters[i]! + character);
}

/** The letters and the digits of a code by themselves: `iso9001` is also found as `iso 9001`. */
export function codeParts(word: string): string[] {
  const parts = word.match(/\p{N}+|[^\p{N}]+/gu) ?? [];
  return parts.length > 1 ? parts : [];
}
