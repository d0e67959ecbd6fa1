import { randomUUID } from 'node:crypto';
import type { appeal } from '#src/contract/appeal.ts';
import type { studyNote } from '#src/contract/study-note.ts';
import type { studyRoom } from '#src/contract/study-room.ts';
import { mintCourse } from '../course.ts';
import { decide } from '../flow.ts';
import { ok } from '../portal.ts';
import { type Inputs, type Scene, withApplicant } from '../scene.ts';

const none = () => ({});

async function mintNote({ world, person }: Scene) {
  const id = randomUUID();
  const text = `Note ${world.mark} ${id}`;
  const place = { unit: 'second' as const, position: 12 };
  await ok(person, 'POST /course/auth/study/note/save', { id, resourceId: world.videoId, place, text });
  return { id };
}

/** An appeal of a new member that an administrator has accepted. */
async function mintAccepted(scene: Scene) {
  const { id } = await mintAppeal(await withApplicant(scene));
  await decide(scene.world.admin, id);
  return { id };
}

/** A pending appeal of the user. */
async function mintAppeal({ world, person }: Scene) {
  const subject = { subjectType: 'resource', subjectId: world.videoId } as const;
  const { appeal: known } = await ok(person, 'GET /course/auth/appeal/explain', subject);
  if (known?.state === 'pending') return { id: known.instanceId };
  const text = `Appeal ${world.mark}`;
  return { id: (await ok(person, 'POST /course/auth/appeal/save', { ...subject, text })).instanceId };
}

export const roomInputs: Inputs<keyof (typeof studyRoom & typeof studyNote & typeof appeal)> = {
  'GET /course/auth/study/room/view': ({ world }) => ({ type: 'project', id: world.projectId }),
  'GET /course/auth/study/last/view': none,
  'POST /course/auth/study/note/page': ({ world }) => ({ courseId: world.courseId }),
  'POST /course/auth/study/note/course/list': none,
  'POST /course/auth/study/note/save': async (scene) => ({
    ...(await mintNote(scene)),
    resourceId: scene.world.videoId,
    text: `Changed ${scene.world.mark}`,
  }),
  'DELETE /course/auth/study/note/delete': mintNote,
  'POST /course/auth/study/note/export': none,
  'GET /course/auth/appeal/explain': ({ world }) => ({ subjectType: 'course', subjectId: world.courseId }),
  // Of another course each time: one appeal about a subject can be pending.
  'POST /course/auth/appeal/save': async ({ world }) => ({
    ...{ subjectType: 'course', subjectId: await mintCourse(world.tenant, { title: `Course ${world.mark}` }) },
    text: `I was there ${world.mark}`,
  }),
  'GET /course/auth/appeal/view': mintAppeal,
  'POST /course/auth/appeal/reverse': async (scene) => ({ ...(await mintAccepted(scene)), reason: 'By mistake' }),
  'POST /course/auth/appeal/waiting/page': none,
};
