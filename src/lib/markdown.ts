import MarkdownIt from 'markdown-it';
import { cleanHtml, isHtml, shownHtml } from './rich-text.ts';

// `html: false` shows tags as text, and links other than http(s), mailto and relative ones are not made.
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });

/** Safe HTML of an enterprise's Markdown. */
export function markdownToHtml(text: string): string {
  return shownHtml(markdown.render(text));
}

/** Safe HTML of a text that is Markdown, or HTML from an editor. */
export function richTextToHtml(text: string): string {
  return isHtml(text) ? shownHtml(text) : markdownToHtml(text);
}

/** A text as it is kept: HTML cleaned already on its way in, Markdown as it is. */
export function keptRichText(text: string): string {
  return isHtml(text) ? cleanHtml(text) : text;
}
