import { LRUCache } from 'lru-cache';
import type { RichDocument } from '#src/contract/rich-document.ts';
import { plainText } from '#src/lib/rich-document/read-document.ts';
import { mentionsIn, renderDocument } from '#src/server/core/rich-document/render-document.ts';
import { renderDocumentInThread } from '#src/server/core/rich-document/render-in-thread.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { memberFileUrl } from '#src/server/file/file-url.ts';

const PICTURE = /(?<=\ssrc=")\/media\/([0-9a-f-]{36})(?=")/g;

/** A text with its HTML, unless that has not been kept. */
type Text = { id: string; revision: number; body: RichDocument; bodyHtml: string | null };

/** HTML of posts without any, by tenant, post and revision: that of posts which were published before HTML was kept. */
const rendered = new LRUCache<string, string>({ maxSize: 8 * 1024 * 1024, sizeCalculation: (html) => html.length + 1 });

/**
 * Sanitised HTML of a post. Addresses of its pictures are signed: they work for whoever may read the post.
 * A post whose HTML was not kept and cannot be made now is shown as plain text, so that the others of the page are shown as well.
 */
export async function postHtml(ctx: PublicContext, text: Text): Promise<string> {
  const { tenant, locale, now } = ctx;
  const html = text.bodyHtml ?? (await renderedHtml(ctx, text));
  return mentionsIn(html, locale).replace(PICTURE, (_, fileId: string) =>
    memberFileUrl(tenant.id, fileId, now()).replace('&', '&amp;'),
  );
}

async function renderedHtml(ctx: PublicContext, { id, revision, body }: Text): Promise<string> {
  const key = `${ctx.tenant.id} ${id} ${revision}`;
  const known = rendered.get(key);
  if (known !== undefined) return known;
  try {
    const html = await renderDocumentInThread(ctx, body);
    rendered.set(key, html);
    return html;
  } catch (error) {
    if (ctx.signal().aborted) throw error;
    ctx.log('warn', 'a post is shown as plain text: its HTML cannot be made', { post: id, error: String(error) });
    return renderDocument(paragraphs(plainText(body)));
  }
}

const paragraphs = (text: string): RichDocument => ({
  type: 'doc',
  content: text.split('\n').map((line) => ({ type: 'paragraph', content: line ? [{ type: 'text', text: line }] : [] })),
});
