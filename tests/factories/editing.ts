import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { CourseDocument } from '#src/contract/editing-documents.ts';
import { ok } from './portal.ts';
import type { World } from './world.ts';

type Document = z.infer<typeof CourseDocument>;

/** Rules of an item that has none. */
export const NO_RULES = { url: '', releaseAt: null, releaseDays: 0 };

/** A course that can be published, with a folder and an item of each simple type of the world. */
export function courseDraft(
  { mark, categoryId, lecturerId, exam }: Pick<World, 'mark' | 'categoryId' | 'lecturerId' | 'exam'>,
  given: Partial<Document> = {},
): Document {
  const folder = randomUUID();
  const item = { parentId: folder, fileId: null, fileName: null, examId: null, seconds: 0, questions: [], ...NO_RULES };
  return {
    ...{ title: `Draft ${mark}`, summary: 'About it', description: '**Hello**', coverFileId: null, courseType: 1 },
    ...{
      categoryId,
      lecturerId,
      classHours: '1.5',
      hourKind: 'required',
      credits: '2',
      points: 5,
      completionThreshold: 90,
    },
    ...{
      noSkipping: true,
      itemsInOrder: false,
      certificate: { zh: '', en: '', months: 0 },
      watermark: false,
      maxPlaybackRate: 1.5,
      registrationRequired: false,
      purchaseRequired: false,
    },
    ...{ price: '0', currency: 'CNY' },
    items: [
      { ...item, id: folder, parentId: null, name: 'Chapter', type: 'folder' },
      { ...item, id: randomUUID(), name: 'Exam', type: 'exam', examId: exam.id },
      { ...item, id: randomUUID(), name: 'Practice', type: 'practice' },
    ],
    ...{ restricted: false, rules: [], people: [] },
    ...given,
  };
}

/** Adds a course in the portal and publishes it. @returns its id and revision */
export async function publishedCourse(
  world: World,
  given: Partial<Document> = {},
): Promise<{ id: string; revision: number }> {
  const made = await ok(world.admin, 'POST /system/auth/content/save', {
    kind: 'course',
    document: courseDraft(world, given),
    revision: 0,
  });
  const { revision } = await ok(world.admin, 'POST /system/auth/content/publish', { kind: 'course', ...made });
  return { id: made.id, revision };
}
