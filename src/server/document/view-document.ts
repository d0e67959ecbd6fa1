import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { pageAt } from '#src/contract/rules/document-pages.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { documentPage } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { pdfUrlOf } from '#src/server/file/rendition.ts';
import { readProgressRow } from '#src/server/study/resource-progress.ts';
import { documentFormat, OFFICE_TYPES } from './document-format.ts';
import { ensureDocument } from './ensure-document.ts';
import { readStudiedFile } from './read-studied-file.ts';

type Ctx = RequestContext & { viewer: Viewer };

/**
 * Returns how a document of the study room is shown. Its first opening converts it, outside a transaction, because that can
 * take seconds.
 * @throws AppError 403 when the course may not be studied, 404, 409 for a resource that is no document
 */
export async function viewDocument(ctx: Ctx, { resourceId }: { resourceId: string }) {
  const enterpriseId = ctx.tenant.id;
  const read = () =>
    withTenant(enterpriseId, (db) => readStudiedFile({ ...ctx, db }, resourceId, ['reading', 'download']));
  const { file } = await read();
  const { pageCount, problem } = await ensureDocument(file);
  // Its duration follows from the number of pages.
  const { resource } = await read();
  const { totalDuration } = resource;
  const pages = pageCount ?? 0;
  return withTenant(enterpriseId, async (db) => {
    const pdfUrl = OFFICE_TYPES.includes(file.contentType)
      ? await pdfUrlOf(db, enterpriseId, file.id, ctx.now())
      : null;
    const progress = await readProgressRow(db, { enterpriseId, userId: ctx.viewer.userId, resourceId });
    const outline = await db
      .select({ page: documentPage.number, title: documentPage.title })
      .from(documentPage)
      .where(
        and(
          eq(documentPage.enterpriseId, enterpriseId),
          eq(documentPage.fileId, file.id),
          isNotNull(documentPage.title),
        ),
      )
      .orderBy(asc(documentPage.number))
      .limit(MAX_ITEMS.outline);
    return {
      format: pdfUrl ? ('pdf' as const) : documentFormat(file.contentType),
      pdfUrl,
      problem,
      pageCount: pages,
      totalDuration,
      resumePage: progress && pages > 0 ? pageAt(progress.position, pages, totalDuration) : 1,
      // The browser reads the chapters of a PDF.
      outline: (pdfUrl ? [] : outline).map(({ page, title }) => ({ page, title: title! })),
    };
  });
}
