import { randomUUID } from 'node:crypto';
import { and, eq, like } from 'drizzle-orm';
import { file } from '#src/server/db/schema/file.ts';
import { withTenant } from '#src/server/db/tenant.ts';
import { fileStore } from '#src/server/file/store.ts';
import type { RequestContext, Viewer } from '#src/server/http/context.ts';
import { Refusal } from '#src/server/http/refusal.ts';

/** Row of a copied logo, for the new tenant to insert. */
export type CopiedLogo = typeof file.$inferInsert & { id: string };

/**
 * Copies a picture that the person has uploaded at this host into the store of another tenant. The bytes come first: bytes
 * that no row names are harmless.
 * @throws Refusal 422 at field `logo` for any other file
 */
export async function copyLogo(
  ctx: RequestContext & { viewer: Viewer },
  fileId: string,
  enterpriseId: string,
): Promise<CopiedLogo> {
  const [found] = await withTenant(ctx.tenant.id, (db) =>
    db
      .select()
      .from(file)
      .where(
        and(
          eq(file.enterpriseId, ctx.tenant.id),
          eq(file.id, fileId),
          eq(file.uploadedBy, ctx.viewer.userId),
          eq(file.visibility, 'public'),
          like(file.contentType, 'image/%'),
        ),
      ),
  );
  if (!found) throw new Refusal(422, 'invalid', { fields: [{ field: 'logo', key: 'field.invalid' }] });
  const id = randomUUID();
  const storeKey = `${enterpriseId}/uploads/${id}`;
  const store = await fileStore();
  await store.copy(found.storeKey, storeKey);
  return { ...found, id, enterpriseId, storeKey, gmtCreate: ctx.now() };
}
