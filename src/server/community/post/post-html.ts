import type { RichDocument } from '#src/contract/rich-document.ts';
import { renderDocument } from '#src/server/core/rich-document/render-document.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { memberFileUrl } from '#src/server/file/file-url.ts';

const PICTURE = /(?<=\ssrc=")\/media\/([0-9a-f-]{36})(?=")/g;

/** Sanitised HTML of a post. Addresses of its pictures are signed: they work for whoever may read the post. */
export function postHtml({ tenant, locale, now }: PublicContext, body: RichDocument): string {
  return renderDocument(body, locale).replace(PICTURE, (_, fileId: string) =>
    memberFileUrl(tenant.id, fileId, now()).replace('&', '&amp;'),
  );
}
