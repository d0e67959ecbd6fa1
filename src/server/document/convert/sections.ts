import { DomUtils, parseDocument } from 'htmlparser2';
import { displayHtml } from '#src/lib/rich-text.ts';
import type { ConvertedPage } from './conversion.ts';

/** Length of a section from which a new one starts with the next block, and from which it starts with the next heading. */
const LENGTH = { block: 2_400, heading: 500 };
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g;
/** Length of a text as it takes space: a Chinese character as much as two and a half Latin letters. */
export const lengthOf = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0) * 1.5;
/** Links inside the document and to addresses of this site lead nowhere; their text is kept. */
const DEAD_LINK = /<a href="(?!https?:|mailto:|tel:)[^"]*"[^>]*>(.*?)<\/a>/gs;

/**
 * Sanitises the HTML of a document and divides it into sections of about a screen, at headings where possible.
 * @param html not trusted
 */
export function sectionsOf(html: string): ConvertedPage[] {
  const blocks = parseDocument(
    displayHtml(html)
      .replace(DEAD_LINK, '$1')
      .replace(/<a>(.*?)<\/a>/gs, '$1'),
  ).children;
  const sections: (ConvertedPage & { length: number })[] = [];
  for (const block of blocks) {
    const heading = 'name' in block && /^h[234]$/.test(block.name) ? DomUtils.textContent(block).trim() : '';
    const last = sections.at(-1);
    const length = lengthOf(DomUtils.textContent(block));
    const isFull = last && (last.length > LENGTH.block || (heading !== '' && last.length > LENGTH.heading));
    if (!last || isFull) sections.push({ title: heading || null, html: '', length: 0 });
    const section = sections.at(-1)!;
    section.title ??= heading || null;
    section.html += DomUtils.getOuterHTML(block, { encodeEntities: 'utf8', decodeEntities: true });
    section.length += length;
  }
  return sections.filter(({ html }) => html.trim() !== '').map(({ title, html }) => ({ title, html }));
}
