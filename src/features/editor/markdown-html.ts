import { markdownFormat } from '#src/lib/markdown-format.ts';

const markdown = markdownFormat();

/** Renders pasted Markdown as HTML for the editor, whose schema removes what it does not know. */
export function markdownHtml(text: string): string {
  // The line break at the end of a block of code belongs to the block.
  return markdown.render(text).replaceAll('\n</code></pre>', '</code></pre>');
}
