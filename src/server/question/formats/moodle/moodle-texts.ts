import type { Conversion } from '../convert.ts';
import { htmlToMarkdown, htmlToText } from '../html-to-markdown.ts';
import { replaceMedia } from '../pictures.ts';
import { cleanLine, cleanText, escapeMarkdown } from '../text.ts';
import { childOf, textOf, type XmlElement } from '../xml/parse-xml.ts';
import { tellUnknown } from '../xml/tell-unknown.ts';
import { ownMarkdown, SOURCE } from './own-texts.ts';
import { escapeUTF8 } from 'entities';
import type { Criterion } from '#src/server/question/tables.ts';
import { criteriaText } from '../criteria.ts';

/** What is in an element with a text; of all but the files there is one. */
const SINGLE = new Set(['text', 'feedback', 'tolerance', 'fraction', 'answer', SOURCE]);
const PARTS = new Set([...SINGLE, 'file']);

/** Reports what is in an element with a text and is not read. */
export const tellParts = (element: XmlElement | undefined, to: Conversion): void =>
  tellUnknown(element, PARTS, to, SINGLE);

/** The text of an element in its format, as Markdown. Without a format, Moodle means its own, which is HTML with line breaks. */
export function markdownOf(element: XmlElement | undefined, to: Conversion, inherited?: string): string {
  tellParts(element, to);
  const own = ownMarkdown(element, to.language);
  if (own !== undefined) return withFiles(own, to);
  const source = sourceOf(element);
  if (source.trim() === '') return '';
  const format = element?.attributes['format'] ?? inherited ?? 'moodle_auto_format';
  if (format === 'markdown') return cleanText(withFiles(source, to));
  if (format === 'plain_text') return escapeMarkdown(cleanText(source));
  return htmlToMarkdown(format === 'html' ? source : source.trim().replace(/\r?\n/g, '<br>'), to);
}

/** Markdown with the names under which files are kept. */
export const withFiles = (markdown: string, to: Conversion): string =>
  replaceMedia(markdown, (address) => to.findFile(address, to));

/** The text of an answer that is compared with what is typed. */
export const plainOf = (element: XmlElement, to: Conversion): string =>
  element.attributes['format'] === 'html' ? htmlToText(sourceOf(element), to) : cleanLine(sourceOf(element));

/** Older files have the text in the element itself. */
export function sourceOf(element: XmlElement | undefined): string {
  const text = childOf(element, 'text');
  return text ? textOf(text) : element?.children.some((child) => typeof child !== 'string') ? '' : textOf(element);
}

/** Marking criteria as a list, for the markers of another program. */
export const criteriaHtml = (criteria: Criterion[]): string =>
  criteria.length === 0
    ? ''
    : `<ul>${criteriaText(criteria)
        .split('\n')
        .map((line) => `<li>${escapeUTF8(line)}</li>`)
        .join('')}</ul>`;
