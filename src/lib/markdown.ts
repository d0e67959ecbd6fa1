import MarkdownIt from 'markdown-it';

// `html: false` shows tags as text, and links other than http(s), mailto and relative ones are not made: nothing runs.
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });

/** Safe HTML of an enterprise's Markdown. */
export function markdownToHtml(text: string): string {
  return markdown.render(text);
}
