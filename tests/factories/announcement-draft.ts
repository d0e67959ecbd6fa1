import type { z } from 'zod';
import type { AnnouncementDocument } from '#src/contract/site-documents.ts';
import { ok } from './portal.ts';
import type { TestPerson } from './tenant.ts';

type Document = z.infer<typeof AnnouncementDocument>;

/** An announcement to everybody that can be published. */
export const announcementDraft = (given: Partial<Document> = {}): Document => ({
  ...{
    title: 'Fire drill',
    summary: 'On Friday',
    body: '<p>Meet in the yard.</p>',
    coverFileId: null,
    author: 'Safety',
  },
  ...{ publishedAt: null, pinned: false, mustRead: false, attachments: [], restricted: false, rules: [], people: [] },
  ...given,
});

/** Adds an announcement in the portal and publishes it. @returns its id and revision */
export async function publishedAnnouncement(
  editor: TestPerson,
  given: Partial<Document> = {},
): Promise<{ id: string; revision: number }> {
  const document = announcementDraft(given);
  const made = await ok(editor, 'POST /system/auth/content/save', { kind: 'announcement', document, revision: 0 });
  const { revision } = await ok(editor, 'POST /system/auth/content/publish', { kind: 'announcement', ...made });
  return { id: made.id, revision };
}
