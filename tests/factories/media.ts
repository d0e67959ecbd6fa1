import { randomUUID } from 'node:crypto';
import type { MediaKind } from '#src/contract/rules/media.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { fileStore } from '#src/server/file/store.ts';
import { file } from '#src/server/file/tables.ts';
import { mediaFile, mediaFolder, mediaUpload } from '#src/server/media/tables.ts';
import type { TestTenant } from './tenant.ts';

const TYPES: Record<MediaKind, [mime: string, ending: string]> = {
  video: ['video/mp4', 'mp4'],
  audio: ['audio/mpeg', 'mp3'],
  document: ['application/pdf', 'pdf'],
  picture: ['image/png', 'png'],
  archive: ['application/zip', 'zip'],
};

type More = Partial<typeof mediaFile.$inferInsert> & { content?: Buffer | string; seconds?: number; sha256?: string };

/** Adds a file to the media library. @returns its id */
export async function mintMedia(tenant: TestTenant, kind: MediaKind = 'video', more: More = {}): Promise<string> {
  const { content = 'content', seconds, sha256, ...values } = more;
  const id = randomUUID();
  const [contentType, ending] = TYPES[kind];
  const bytes = Buffer.from(content);
  const storeKey = `${tenant.id}/media/${id}`;
  await (await fileStore()).put(storeKey, bytes);
  await withTenant(tenant.id, async (db) => {
    await db.insert(file).values({
      ...{ enterpriseId: tenant.id, id, storeKey, sha256: sha256 ?? id, fileName: `${id}.${ending}`, contentType },
      ...{ fileSize: bytes.length, visibility: 'member', duration: seconds ?? null },
    });
    await db.insert(mediaFile).values({
      ...{ name: `${kind} ${id.slice(0, 8)}.${ending}`, kind, bytes: bytes.length },
      ...values,
      ...{ enterpriseId: tenant.id, fileId: id },
    });
  });
  return id;
}

/** Adds a folder to the media library. @returns its id */
export async function mintFolder(tenant: TestTenant, name: string, parentId: string | null = null): Promise<string> {
  const id = randomUUID();
  await withTenant(tenant.id, (db) => db.insert(mediaFolder).values({ enterpriseId: tenant.id, id, name, parentId }));
  return id;
}

/** Inserts an upload of a user; it is to replace a file and waits for that unless `more` says something else. @returns its id */
export async function mintUpload(
  tenant: TestTenant,
  userId: string,
  more: Partial<typeof mediaUpload.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID();
  const storeKey = `${tenant.id}/media/${id}`;
  await (await fileStore()).put(storeKey, 'other bytes');
  await withTenant(tenant.id, (db) =>
    db.insert(mediaUpload).values({
      ...{ enterpriseId: tenant.id, id, userId, fileName: `${id}.mp4`, fileSize: 11, fingerprint: id, state: 'ready' },
      stored: {
        ...{ storeKey, sha256: id, contentType: 'video/mp4', fileSize: 11, duration: 60, width: null, height: null },
      },
      expiresAt: new Date(Date.now() + 86_400_000),
      ...more,
    }),
  );
  return id;
}
