import type { Token } from 'markdown-it';
import { isHtml } from '#src/lib/is-html.ts';
import { markdownFormat } from '#src/lib/markdown-format.ts';
import { isPictureAddress } from '#src/lib/rich-document/addresses.ts';
import { documentOf } from '#src/lib/rich-document/from-markdown.ts';
import { runsOf } from './inline-markdown.ts';
import type { DocumentJson } from '#src/lib/rich-document/read-document.ts';
import { toMarkdown } from './to-markdown.ts';

/* Texts that are stored as Markdown, in the editor (docs/decisions/107). */

const markdown = markdownFormat();

/** A text as the editor shows it, and as it would write it if nothing was changed. */
export type MarkdownDocument = { document: DocumentJson; written: string };

/**
 * Makes a document of the editor of a text.
 * @returns null when the editor would lose or change something that readers see, or that its author wrote: it can be edited as text only
 */
export function openMarkdown(text: string): MarkdownDocument | null {
  if (isHtml(text)) return null;
  const { document, problems } = documentOf(markdown.parse(text, {}), (address) =>
    isPictureAddress(address) ? { fileId: address.slice('/media/'.length), width: null, height: null } : undefined,
  );
  const written = toMarkdown(document);
  return problems.length === 0 && meaningOf(written) === meaningOf(text) ? { document, written } : null;
}

/** What a text says, whatever marks it is written with: equal for texts that readers see alike, except for spaces in lists. */
export function meaningOf(text: string): string {
  return JSON.stringify(
    markdown
      .parse(text, {})
      .map((token) =>
        token.type === 'inline'
          ? runsOf(token.children ?? [], ({ type, attrs }) => JSON.stringify([type, attrs]))
          : [blockType(token), tagOf(token), ...attributesOf(token)],
      ),
  );
}

const blockType = ({ type }: Token) => (type === 'code_block' ? 'fence' : type);

/** The page has its own title, and shows six levels as three. */
const tagOf = ({ tag, type, content, info }: Token) => {
  if (type === 'fence' || type === 'code_block') return [content.replace(/\n$/, ''), info.trim()];
  return tag === 'h1' ? 'h2' : tag === 'h5' || tag === 'h6' ? 'h4' : tag;
};

/** `start` of a list is left out where it is 1; alignment of cells is a style. */
const attributesOf = ({ attrs }: Token) => (attrs ?? []).filter(([name, value]) => name !== 'start' || value !== '1');
