import { escapeUTF8 } from 'entities';
import type { Language } from './draft.ts';

/** The languages of questions, in the order in which they are written. */
export const LANGUAGES: readonly Language[] = ['zh', 'en'];

/** Control characters, noncharacters and lone surrogates, which PostgreSQL, XML or browsers do not accept. */
const FORBIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f\ufdd0-\ufdef\ufffe\uffff]/g;

/** Returns a text with the line breaks and characters that can be stored, without spaces around it. */
export const cleanText = (text: string): string => withoutForbidden(text).trim();

/** The same with the spaces around it. */
export const withoutForbidden = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(FORBIDDEN, '').toWellFormed();

/** The same on one line. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ');

/** Key of the option at a position: A, B, C … */
export const optionKey = (index: number): string => String.fromCharCode(65 + index);

/** The mark of a blank in a stem. */
export const BLANK = '____';
const BLANKS = /_{4,}/g;
/** Number of blanks that a stem marks. */
export const countBlanks = (stem: string): number => stem.match(BLANKS)?.length ?? 0;

/**
 * Returns the stem of a question with a given number of blanks. A file that has its own marks keeps them; otherwise each
 * mark is escaped, so that it is text, and the blanks follow at the end.
 */
export function withBlanks(stem: string, count: number): string {
  if (countBlanks(stem) === count) return stem;
  const text = stem.replace(BLANKS, (mark) => mark.replaceAll('_', '\\_'));
  return `${text}${/\n[^\n]*[|>`]\s*$|```$/.test(text) ? '\n\n' : ' '}${Array(count).fill(BLANK).join(' ')}`.trim();
}

/** Returns the language of a text that does not name it: Chinese if a tenth of its letters is. */
export function languageOf(text: string): Language {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const chinese = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return chinese * 10 > letters ? 'zh' : 'en';
}

/** Returns a text as Markdown that shows it literally. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*_[\]<>$~|]/g, '\\$&')
    .replace(/^([^\S\n]*)([-+#]|=+(?=[^\S\n]*$))/gm, '$1\\$2')
    .replace(/^([^\S\n]*\d+)([.)])(?=\s)/gm, '$1\\$2')
    // Two spaces at the end of a line are a line break; so that each line break of the text is one.
    .replace(/(?<! ) *\n/g, '  \n');

/** Markdown as one reads it in a list: without escapes and marks of headings and emphasis. */
export const readable = (markdown: string): string =>
  markdown
    .replace(/^#{1,6} /gm, '')
    .replace(/\*\*/g, '')
    .replace(/\\([^\sA-Za-z0-9])/g, '$1');

/** Escapes a text for XML, in attributes too, whose line breaks would become spaces. */
export const xml = (text: string): string =>
  escapeUTF8(withoutForbidden(text)).replace(/\n/g, '&#10;').replace(/\t/g, '&#9;');
