import { randomUUID } from 'node:crypto';
import { basename, extname } from 'node:path';
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { MEDIA_ENDINGS, MEDIA_KINDS, type MediaKind } from '#src/contract/rules/media.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { auditWithoutRequest } from '#src/server/core/audit.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { insertFileOnce } from '#src/server/file/file-rows.ts';
import { file } from '#src/server/file/tables.ts';
import { mediaFile } from '../tables.ts';
import type { Joined } from './store-content.ts';

/** Names that are tried for a file whose name and content exist already. */
const MAX_NAMES = 50;

export const kindOf = (ending: string): MediaKind => MEDIA_KINDS.find((kind) => MEDIA_ENDINGS[kind].includes(ending))!;

type NewFile = { enterpriseId: string; userId: string; folderId: string | null; fileName: string };

/** Adds a stored file to the library. @returns its id @throws AppError 409 after too many of the same name and content */
export async function addFile(db: TenantDb, added: NewFile, joined: Joined, now: Date): Promise<string> {
  const { ending, ...bytes } = joined;
  const { enterpriseId, userId, folderId, fileName } = added;
  const kind = kindOf(ending);
  const stem = basename(fileName, extname(fileName)) || fileName;
  for (let n = 1; n <= MAX_NAMES; n += 1) {
    const name = `${stem}${n > 1 ? ` (${n})` : ''}.${ending}`;
    const row = { enterpriseId, id: randomUUID(), ...bytes, fileName: name, visibility: 'member' as const };
    const { id, isNew } = await insertFileOnce(db, { ...row, uploadedBy: userId, gmtCreate: now });
    if (!isNew) continue;
    await db.insert(mediaFile).values({
      ...{ enterpriseId, fileId: id, folderId, name, kind, bytes: bytes.fileSize, gmtCreate: now, gmtModified: now },
    });
    const detail = { id, name, bytes: bytes.fileSize };
    await auditWithoutRequest(db, { enterpriseId, userId, action: 'media.upload', detail, about: [id] });
    return id;
  }
  throw new AppError(409, 'mediaTooManyCopies');
}

/** The oldest file of the library with the same bytes. @param except a file that does not count */
export async function sameFile(db: TenantDb, enterpriseId: string, sha256: string, except?: string) {
  const [same] = await db
    .select({ fileId: file.id, fileName: mediaFile.name, kind: mediaFile.kind })
    .from(file)
    .innerJoin(mediaFile, and(eq(mediaFile.enterpriseId, file.enterpriseId), eq(mediaFile.fileId, file.id)))
    .where(
      and(
        ...[eq(file.enterpriseId, enterpriseId), eq(file.sha256, sha256), isNull(mediaFile.deletedAt)],
        except === undefined ? undefined : ne(file.id, except),
      ),
    )
    .orderBy(asc(mediaFile.gmtCreate), asc(mediaFile.fileId))
    .limit(1);
  return same;
}
