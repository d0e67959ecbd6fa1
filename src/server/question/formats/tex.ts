import { MathMLToLaTeX } from 'mathml-to-latex';

/** A text in parts: plain text, and formulas in LaTeX. */
export type TexPart = { text: string } | { latex: string; isBlock: boolean };

/** `$$…$$`, `\(…\)`, `\[…\]`, which Moodle shows as formulas, and `$…$` if it looks like one. */
const FORMULA = /\$\$([^$]{1,2000})\$\$|\\\(([\s\S]{1,2000}?)\\\)|\\\[([\s\S]{1,2000}?)\\\]|\$([^$\n]{1,500})\$/g;
/** Two amounts of money are no formula. */
const LOOKS_LIKE_TEX = /\\[A-Za-z]+|[\^_][A-Za-z0-9{\\]|^\s*[A-Za-z]\s*$/;

/** Finds the formulas in a text. */
export function splitTex(text: string): TexPart[] {
  const parts: TexPart[] = [];
  let from = 0;
  for (const match of text.matchAll(FORMULA)) {
    const [whole, block, inline, bracketed, dollar] = match;
    const latex = block ?? inline ?? bracketed ?? dollar ?? '';
    if (latex.trim() === '' || (dollar !== undefined && !LOOKS_LIKE_TEX.test(dollar))) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ latex: oneLine(latex), isBlock: block !== undefined || bracketed !== undefined });
    from = match.index + whole.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** Longest formula that is converted, characters. */
const MAX_MATHML = 50_000;
const ANNOTATION = /<annotation[^>]*encoding="(?:application\/x-tex|tex|latex)"[^>]*>([\s\S]*?)<\/annotation>/i;

/** Most different words of a formula that is converted: each is looked for in the result. */
const MAX_WORDS = 500;
/** What a formula in LaTeX still contains; signs and Greek letters have names there. */
const WORD = /[A-Za-z0-9\p{Script=Han}]+/gu;

/** A source with the signs that surround it in a text. */
const SURROUNDED = /^(?:\$\$([\s\S]*)\$\$|\\\[([\s\S]*)\\\]|\\\(([\s\S]*)\\\)|\$([\s\S]*)\$)$/;

/**
 * Converts MathML, whose elements have no prefix, to LaTeX: the source if it is annotated.
 * @returns undefined if that is not possible
 */
export function mathMlToTex(mathMl: string): string | undefined {
  if (mathMl.length > MAX_MATHML) return undefined;
  const source = oneLine(decode(ANNOTATION.exec(mathMl)?.[1] ?? ''));
  const latex =
    SURROUNDED.exec(source)
      ?.slice(1)
      .find((part) => part !== undefined)
      ?.trim() ?? source;
  if (latex !== '' && !/(?<!\\)\$/.test(latex)) return latex;
  try {
    const shown = mathMl.replace(/<annotation[\s\S]*?<\/annotation(?:-xml)?>/gi, '');
    const converted = oneLine(MathMLToLaTeX.convert(shown));
    if (converted === '' || converted.includes('$')) return undefined;
    // The converter leaves out what is not MathML, e.g. all that follows a formula without an end.
    const words = new Set(decode(shown.replace(/<[^>]*>/g, ' ')).match(WORD));
    if (words.size > MAX_WORDS) return undefined;
    return [...words].every((word) => converted.includes(word)) ? converted : undefined;
  } catch {
    // Whatever the converter throws: the formula is reported, and its text kept.
    return undefined;
  }
}

/** Characters of a superscript or subscript that LaTeX shows as they are. */
const SIMPLE = /^[\p{L}\p{N}\s+\-−=.,()′']{1,40}$/u;

/** Returns a superscript (`^`) or subscript (`_`) as a formula; undefined if its text is more than a few characters. */
export function scriptTex(sign: '^' | '_', text: string): string | undefined {
  const inner = text.trim();
  if (!SIMPLE.test(inner)) return undefined;
  return `${sign}{${/\p{L}{2}|[^\x20-\x7e]/u.test(inner) ? `\\text{${inner}}` : inner}}`;
}

const oneLine = (latex: string) => latex.replace(/\s+/g, ' ').trim();
const decode = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;|&apos;/g, "'")
    .replace(/&amp;/g, '&');
