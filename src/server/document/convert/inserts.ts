import { escapeUTF8 } from 'entities';

/** What is in an office file and not shown, or not as it looks there; the texts are `document:absent.*`. */
export type AbsentKind = 'picture' | 'chart' | 'diagram' | 'drawing' | 'formula' | 'object' | 'video' | 'audio';

/** Limits of the HTML that is inserted into one document. */
const MAX_INSERTS = 2_000;
const MAX_LENGTH = 4 * 1024 * 1024;
/** Private characters around a number stand for what is inserted. A file that has them only repeats what is in it. */
const TOKEN = /\uE000(\d{1,5})\uE001/g;
/** The same alone in a paragraph: tables cannot stand in one. */
const ALONE = /<p>(?:\s*<(?:strong|em|i|b)>)*\s*\uE000(\d{1,5})\uE001\s*(?:<\/(?:strong|em|i|b)>\s*)*<\/p>/g;

/**
 * The mark of something that is not shown, with its name in the file. Its kind is translated when the page is read
 * (`view-document-page.ts`).
 */
export const absent = (kind: AbsentKind, name: string): string =>
  `<span class="absent" data-absent="${kind}">${escapeUTF8(name.replace(/\s+/g, ' ').trim().slice(0, 200))}</span>`;

/**
 * HTML of our own that the sanitiser would not let through, e.g. formulas: a text stands for it until the document is
 * sanitised.
 */
export class DocumentInserts {
  private readonly inserted: string[] = [];
  private length = 0;

  /**
   * @param html made of escaped texts
   * @param text used instead beyond the limits
   * @returns the text that stands for it
   */
  add(html: string, text: string): string {
    if (this.inserted.length >= MAX_INSERTS || this.length + html.length > MAX_LENGTH) return text;
    this.length += html.length;
    this.inserted.push(html);
    return `\uE000${this.inserted.length - 1}\uE001`;
  }

  /** Replaces the texts in sanitised HTML. */
  insert(html: string): string {
    const put = (_: string, n: string) => this.inserted[Number(n)] ?? '';
    return html
      .replace(ALONE, (whole, n: string) => {
        const block = this.inserted[Number(n)] ?? '';
        return block.includes('<table>') || block.includes('<ul>') ? block : whole;
      })
      .replace(TOKEN, put);
  }
}
