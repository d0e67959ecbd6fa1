import { Node } from '@tiptap/pm/model';
import { renderToHTMLString } from '@tiptap/static-renderer/pm/html-string';
import { escapeUTF8 } from 'entities';
import type { RichDocument } from '#src/contract/rich-document.ts';
import { href, type Locale } from '#src/i18n/locale.ts';
import { displayDocumentHtml } from '#src/lib/rich-text.ts';
import { documentExtensions, documentSchema } from '#src/lib/rich-document/schema.ts';
import { formulaBudget, formulaToMathMl } from './formula.ts';

const extensions = documentExtensions();
const AUTHOR = '/community/author/';
const MENTION = /<a href="(\/community\/author\/[0-9a-f-]{36})" class="mention">/g;

/**
 * Renders a document as safe HTML: formulas as MathML, mentions as links to the page of their author (see `mentionsIn`), no
 * `style`, no scripts, no external pictures. What members have sent is rendered in another thread.
 * @param document checked by `checkDocument`
 */
export function renderDocument(document: RichDocument): string {
  return displayDocumentHtml(toHtml(document));
}

/** The HTML with mentions that lead to pages in the language of the reader. */
export const mentionsIn = (html: string, locale: Locale): string =>
  html.replace(MENTION, (_, path: string) => `<a href="${href(locale, path)}" class="mention">`);

function toHtml(document: RichDocument): string {
  const budget = formulaBudget();
  return renderToHTMLString({
    extensions,
    content: Node.fromJSON(documentSchema, document),
    options: {
      nodeMapping: {
        mention: ({ node }) => {
          const { userId, label } = node.attrs as { userId: string; label: string };
          return `<a class="mention" href="${escapeUTF8(AUTHOR + userId)}">@${escapeUTF8(label)}</a>`;
        },
        inlineMath: ({ node }) => formulaToMathMl(node.attrs['latex'] as string, false, budget),
        blockMath: ({ node }) =>
          `<div class="formula">${formulaToMathMl(node.attrs['latex'] as string, true, budget)}</div>`,
      },
    },
  });
}
