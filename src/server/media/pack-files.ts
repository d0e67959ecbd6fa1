import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { MEDIA_ENDINGS, MEDIA_KINDS } from '#src/contract/rules/media.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { file } from '#src/server/file/tables.ts';
import { mediaFile } from './tables.ts';

type PackFile = { fileId: string; fileName: string; bytes: number; sha256: string };

/** Adds files of a content pack to the library, marked as such; those that are there stay as they are. */
export async function addPackFiles(db: TenantDb, enterpriseId: string, files: PackFile[]): Promise<void> {
  const rows = files.flatMap(({ fileId, fileName, bytes, sha256 }) => {
    const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
    const kind = MEDIA_KINDS.find((each) => MEDIA_ENDINGS[each].includes(ending));
    return kind ? [{ enterpriseId, fileId, name: fileName, kind, bytes, packHash: sha256 }] : [];
  });
  if (rows.length > 0) await db.insert(mediaFile).values(rows).onConflictDoNothing();
}

/**
 * Finds the file that a file of a pack has become after its bytes were replaced in the portal: an import leaves what was edited there.
 * @returns its id and length in seconds
 */
export async function findReplaced(
  db: TenantDb,
  enterpriseId: string,
  { sha256, fileName, visibility }: { sha256: string; fileName: string; visibility: 'public' | 'member' },
): Promise<{ id: string; duration: number | null } | null> {
  const [found] = await db
    .select({ id: file.id, duration: file.duration })
    .from(mediaFile)
    .innerJoin(file, and(eq(file.enterpriseId, mediaFile.enterpriseId), eq(file.id, mediaFile.fileId)))
    .where(
      and(
        ...[eq(mediaFile.enterpriseId, enterpriseId), isNotNull(mediaFile.packHash), eq(mediaFile.packHash, sha256)],
        ...[eq(file.fileName, fileName), eq(file.visibility, visibility), sql`${file.version} > 1`],
      ),
    )
    .limit(1);
  return found ?? null;
}
