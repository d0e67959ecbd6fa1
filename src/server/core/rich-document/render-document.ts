import { Node } from '@tiptap/pm/model';
import { renderToHTMLString } from '@tiptap/static-renderer/pm/html-string';
import { escapeUTF8 } from 'entities';
import { LRUCache } from 'lru-cache';
import type { RichDocument } from '#src/contract/rich-document.ts';
import { href, type Locale } from '#src/i18n/locale.ts';
import { displayDocumentHtml } from '#src/lib/rich-text.ts';
import { documentExtensions, documentSchema } from '#src/lib/rich-document/schema.ts';
import { formulaToMathMl } from './formula.ts';

/** Rendered documents, by tenant, key and language. Size in UTF-16 code units. */
const rendered = new LRUCache<string, string>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (html) => html.length + 1,
});

const extensions = documentExtensions();

/**
 * Renders a document as safe HTML: formulas as MathML, mentions as links to the page of their author, no `style`, no
 * scripts, no external pictures.
 * @param document checked by `checkDocument`
 * @param cacheKey names this very version of the text in the whole installation, e.g. tenant, post id and revision
 */
export function renderDocument(document: RichDocument, locale: Locale, cacheKey?: string): string {
  const key = `${locale} ${cacheKey}`;
  const known = cacheKey === undefined ? undefined : rendered.get(key);
  if (known !== undefined) return known;
  const html = displayDocumentHtml(toHtml(document, locale));
  if (cacheKey !== undefined) rendered.set(key, html);
  return html;
}

function toHtml(document: RichDocument, locale: Locale): string {
  return renderToHTMLString({
    extensions,
    content: Node.fromJSON(documentSchema, document),
    options: {
      nodeMapping: {
        mention: ({ node }) => {
          const { userId, label } = node.attrs as { userId: string; label: string };
          const path = href(locale, `/community/author/${userId}`);
          return `<a class="mention" href="${escapeUTF8(path)}">@${escapeUTF8(label)}</a>`;
        },
        inlineMath: ({ node }) => formulaToMathMl(node.attrs['latex'] as string, false),
        blockMath: ({ node }) => `<div class="formula">${formulaToMathMl(node.attrs['latex'] as string, true)}</div>`,
      },
    },
  });
}
