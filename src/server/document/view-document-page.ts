import { and, eq } from 'drizzle-orm';
import { getT, type T } from '#src/i18n/server.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { documentPage } from './tables.ts';
import { readStudiedFile } from './read-studied-file.ts';

/** What the converter has marked as not shown: the kind, and the name in the file. */
const ABSENT = /<span class="absent" data-absent="(\w+)">([^<]*)<\/span>/g;

/** Returns a page of a converted document. @throws AppError 403, 404 for a page that does not exist, 409 */
export async function viewDocumentPage(ctx: Context, input: { resourceId: string; number: number }) {
  const { file } = await readStudiedFile(ctx, input.resourceId, ['reading']);
  const [page] = await ctx.db
    .select({ number: documentPage.number, title: documentPage.title, html: documentPage.html })
    .from(documentPage)
    .where(
      and(
        eq(documentPage.enterpriseId, ctx.tenant.id),
        eq(documentPage.fileId, file.id),
        eq(documentPage.number, input.number),
      ),
    );
  if (!page) throw notFound();
  return { ...page, html: named(page.html, getT(ctx.locale)) };
}

/** The marks in the language of the reader. */
const named = (html: string, t: T) =>
  html.replace(ABSENT, (_, kind: string, name: string) => {
    const text = t(`document:absent.${kind}`);
    return `<span class="absent">${name === '' ? text : `${text} · ${name}`}</span>`;
  });
