import MarkdownIt from 'markdown-it';
import { cleanHtml, isHtml, displayHtml } from './rich-text.ts';

// `html: false` shows tags as text, and links other than http(s), mailto and relative ones are not created.
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });

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
