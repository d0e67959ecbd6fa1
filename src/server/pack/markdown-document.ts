import type { RichDocument } from '#src/contract/rich-document.ts';
import { markdownFormat } from '#src/lib/markdown-format.ts';
import { documentOf, type FindPicture } from '#src/lib/rich-document/from-markdown.ts';

export type { FindPicture, Picture } from '#src/lib/rich-document/from-markdown.ts';

// Addresses are not percent-encoded, because those of pictures are paths of the pack.
const markdown = markdownFormat();
markdown.normalizeLink = (address) => address;
// A formula in LaTeX between two `$$`.
markdown.inline.ruler.after('escape', 'formula', (state, silent) => {
  const end = state.src.startsWith('$$', state.pos) ? state.src.indexOf('$$', state.pos + 2) : -1;
  const latex = state.src.slice(state.pos + 2, end).trim();
  if (end < 0 || latex === '') return false;
  if (!silent) state.push('formula', '', 0).content = latex;
  state.pos = end + 2;
  return true;
});

/** Addresses of all pictures in a Markdown text. */
export function markdownPictures(text: string): string[] {
  return markdown
    .parse(text, {})
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === 'image')
    .map((token) => String(token.attrGet('src') ?? ''));
}

/**
 * Converts Markdown to a document of the editor. Formulas are LaTeX between `$$`, pictures paths of the pack.
 * @returns the document, which still has to be checked (`checkDocument`), and what could not be converted
 */
export function markdownToDocument(
  text: string,
  findPicture: FindPicture,
): { document: RichDocument; problems: string[] } {
  return documentOf(markdown.parse(text, {}), findPicture);
}
