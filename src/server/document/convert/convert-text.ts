import { escapeUTF8 } from 'entities';
import { markdownToHtml } from '#src/lib/markdown.ts';
import type { ConvertedPage } from './conversion.ts';
import { decodeText } from './decode-text.ts';
import { lengthOf, sectionsOf } from './sections.ts';

/** Lines of a plain text that belong to one page, unless it ends earlier by its length. */
const LINES = 60;
const LENGTH = 2_400;

/** Converts Markdown. */
export const convertMarkdown = (bytes: Buffer): ConvertedPage[] => sectionsOf(markdownToHtml(decodeText(bytes)));

/** Converts a plain text: its line breaks are kept. */
export function convertText(bytes: Buffer): ConvertedPage[] {
  const pages: string[][] = [[]];
  let length = 0;
  for (const line of decodeText(bytes).split(/\r\n|[\r\n\f]/)) {
    if (pages.at(-1)!.length >= LINES || length > LENGTH) {
      pages.push([]);
      length = 0;
    }
    pages.at(-1)!.push(line);
    length += lengthOf(line);
  }
  return pages
    .map((lines) => lines.join('\n').trimEnd())
    .filter((text, page) => text !== '' || page === 0)
    .map((text) => ({ title: null, html: `<div class="plain-text">${escapeUTF8(text)}</div>` }));
}
