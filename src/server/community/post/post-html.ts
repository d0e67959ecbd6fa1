import { LRUCache } from 'lru-cache';
import type { RichDocument } from '#src/contract/rich-document.ts';
import { mentionsIn } from '#src/server/core/rich-document/render-document.ts';
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
 * @throws AppError 422, 429 as `renderDocumentInThread`, for a post whose HTML has not been kept
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
  const html = await renderDocumentInThread(ctx, body);
  rendered.set(key, html);
  return html;
}
