const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Masks a name for strangers who have another document of its holder to compare: `王**`, `J*** S***`. */
export const maskName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => {
      const [first = '', ...rest] = Array.from(word);
      // Latin words tell nothing by their length; a Chinese name has one star per character.
      return first + '*'.repeat(CJK.test(first) ? Math.max(1, rest.length) : 3);
    })
    .join(' ');
