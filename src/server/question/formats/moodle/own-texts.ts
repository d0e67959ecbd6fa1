import type { Language } from '../draft.ts';
import { joinLanguages } from '../languages.ts';
import { replaceMedia } from '../pictures.ts';
import { markdownXhtml } from '../qti/markdown-xhtml.ts';
import { BLANK, cleanText } from '../text.ts';
import { childOf, textOf, type XmlElement } from '../xml/parse-xml.ts';

/*
 * Texts as `writeMoodle` writes them: HTML for Moodle, with formulas as its filter shows them, and beside it the Markdown, which
 * Moodle passes over. The reader takes the Markdown as long as nobody has changed the HTML.
 */

/** Element that names the stored question. */
export const STORED_ID = 'zhixingid';
/** Element with the Markdown of a text. */
export const SOURCE = 'zhixingmarkdown';
/** Element with the marking criteria of an essay. */
export const CRITERIA = 'zhixingcriteria';

export type Texts = [Language, string][];
/** Fields of a text with embedded answers, in the order of the blanks; they are in the first language only. */
type Fields = string[];

/** What would be a field for Moodle is none. */
const FIELD = /\{(?=\s*\d*\s*:)/g;

const htmlOf = (markdown: string, blank: () => string): string =>
  markdownXhtml(
    replaceMedia(markdown, (name) => `@@PLUGINFILE@@/${encodeURI(name)}`),
    blank,
    (latex, isBlock) => (isBlock ? `$$${latex}$$` : `\\(${latex}\\)`),
  ).trim();

/** Renders a text that has no languages: a reference answer. */
export const undividedHtml = (markdown: string): string => htmlOf(markdown, () => BLANK);

/** Renders a text per language as one text in HTML. */
export function moodleHtml(texts: Texts, plain: Language | null, fields: Fields = []): string {
  let next = 0;
  const rendered = texts.map(([language, markdown], index) => {
    const html = htmlOf(markdown, () => (index === 0 && next < fields.length ? `\u0000${next++}\u0000` : BLANK));
    // A mark that Markdown takes for something else, such as code.
    const left = index === 0 ? fields.slice(next).map((_, n) => `\u0000${next + n}\u0000`) : [];
    return [language, left.length > 0 ? `${html}\n<p>${left.join(' ')}</p>` : html] as const;
  });
  const joined = joinLanguages(Object.fromEntries(rendered), plain);
  return fields.length === 0
    ? joined
    : joined.replace(FIELD, '&#123;').replace(/\u0000(\d+)\u0000/g, (_, at: string) => fields[Number(at)]!);
}

/** The Markdown of a text that was written by us. */
export const markdownOf = (texts: Texts, plain: Language | null): string =>
  joinLanguages(Object.fromEntries(texts), plain);

/** The Markdown beside the HTML of an element; undefined if there is none, or the HTML is another. */
export function ownMarkdown(
  element: XmlElement | undefined,
  language: Language,
  { fields = [] }: { fields?: Fields } = {},
): string | undefined {
  const own = childOf(element, SOURCE);
  if (!own) return undefined;
  const source = textOf(own);
  const html = textOf(childOf(element, 'text'));
  const parts = partsOf(source);
  const written = moodleHtml(parts ?? [[language, source]], parts ? null : language, fields);
  return cleanText(written) === cleanText(html) ? cleanText(source) : undefined;
}

/** The same of a reference answer. @param rest what follows its HTML */
export function ownReference(element: XmlElement | undefined, rest: string): string | undefined {
  const source = textOf(childOf(element, SOURCE));
  const written = (source === '' ? '' : undividedHtml(source)) + rest;
  const isOwn = childOf(element, SOURCE) !== undefined || rest !== '';
  return isOwn && cleanText(written) === cleanText(textOf(childOf(element, 'text'))) ? cleanText(source) : undefined;
}

const SEGMENT = /\{mlang (zh|en)\}([\s\S]*?)\{mlang\}/g;

/** The languages that `joinLanguages` has joined. */
function partsOf(source: string): Texts | undefined {
  const found = [...source.matchAll(SEGMENT)];
  if (found.length === 0 || found.map(([whole]) => whole).join('') !== source) return undefined;
  return found.map(([, language, text]) => [language as Language, text!.replaceAll('{&#109;lang', '{mlang')]);
}
