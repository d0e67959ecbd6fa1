import { isHtml } from './is-html.ts';
import { markdownFormat } from './markdown-format.ts';
import { cleanHtml, displayHtml } from './rich-text.ts';

const markdown = markdownFormat();

/** Renders Markdown of an enterprise as safe HTML. */
export function markdownToHtml(text: string): string {
  return displayHtml(markdown.render(text));
}

/** Renders Markdown, or HTML from an editor, as safe HTML. */
export function richTextToHtml(text: string): string {
  return isHtml(text) ? displayHtml(text) : markdownToHtml(text);
}

/** Prepares a text for storage: HTML is sanitised, Markdown is kept unchanged. */
export function sanitizeForStorage(text: string): string {
  return isHtml(text) ? cleanHtml(text) : text;
}
