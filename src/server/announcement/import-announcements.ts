import { and, eq } from 'drizzle-orm';
import { announcement, announcementAttachment as attachment } from '#src/server/announcement/tables.ts';
import { momentOf, syncByCode, type Importing } from '#src/server/pack/importing.ts';
import { sanitizeForStorage } from '#src/lib/markdown.ts';

/** Imports announcements with their attachments. @returns ids by code */
export async function importAnnouncements(importing: Importing): Promise<Map<string, string>> {
  const { pack, fileId } = importing;
  const ids = await syncByCode(
    importing,
    'announcement',
    announcement,
    pack.announcements.map(({ code, title, summary, body, cover, author, publishedAt }) => ({
      code,
      title,
      summary,
      body: sanitizeForStorage(body),
      coverFileId: fileId(cover, 'public'),
      author,
      publishedAt: momentOf(importing, publishedAt),
    })),
  );
  for (const { code, attachments } of pack.announcements.filter(
    (each) => !importing.edits.isTakenOver('announcement', each.code),
  ))
    await syncAttachments(importing, code, ids.get(code)!, attachments);
  return ids;
}

/** Writes attachments in the order of the pack. The file of a removed attachment stays in the store. */
async function syncAttachments(
  importing: Importing,
  code: string,
  announcementId: string,
  paths: string[],
): Promise<void> {
  const { db, enterpriseId, fileId, tally } = importing;
  const here = and(eq(attachment.enterpriseId, enterpriseId), eq(attachment.announcementId, announcementId));
  const wanted = [...new Set(paths)].map((path) => fileId(path, 'public')!);
  const stored = await db.select().from(attachment).where(here);
  for (const { fileId: removed } of stored.filter((row) => !wanted.includes(row.fileId))) {
    await db.delete(attachment).where(and(here, eq(attachment.fileId, removed)));
    tally.add('attachment', 'updated', code);
  }
  for (const [sort, file] of wanted.entries()) {
    const before = stored.find((row) => row.fileId === file);
    if (!before) await db.insert(attachment).values({ enterpriseId, announcementId, fileId: file, sort });
    else if (before.sort !== sort)
      await db
        .update(attachment)
        .set({ sort })
        .where(and(here, eq(attachment.fileId, file)));
    tally.add('attachment', !before ? 'created' : before.sort !== sort ? 'updated' : 'unchanged', code);
  }
}
