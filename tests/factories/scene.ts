import { randomUUID } from 'node:crypto';
import type { Call, Input } from '#src/contract/calls.ts';
import { hashToken, newToken } from '#src/server/account/session/token.ts';
import { issueCode } from '#src/server/account/code/verification-code.ts';
import { comment, type SubjectType } from '#src/server/core/db/schema/community.ts';
import { exportRecord } from '#src/server/core/db/schema/export.ts';
import { file } from '#src/server/core/db/schema/file.ts';
import type { CodePurpose } from '#src/server/core/db/schema/sign-in.ts';
import { loginAttempt } from '#src/server/core/db/schema/sign-in.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { right } from './exam.ts';
import { ok } from './portal.ts';
import { mintMember, type World } from './world.ts';
import type { TestPerson } from './tenant.ts';

/** Whose input it is: what it names belongs to `person`, or is content of `world`. */
export type Scene = { world: World; person: TestPerson };

/** A valid input for each call. A call without one does not compile. */
export type Inputs<C extends Call = Call> = { [K in C]: (scene: Scene) => Input<K> | Promise<Input<K>> };

/** Secret of the cookie that binds a login attempt to its browser, in every request of a scene. */
export const BROWSER = newToken();

export const codeFor = ({ world }: Scene, phone: string, purpose: CodePurpose) =>
  withTenant(world.tenant.id, (db) =>
    issueCode(db, { phone, purpose, enterpriseId: world.tenant.id, now: new Date(), requester: null }),
  );

/** A login attempt that came back from the provider with an identity that nobody has. @returns its id */
export async function mintAnsweredAttempt({ world: { tenant, mark } }: Scene): Promise<string> {
  const id = randomUUID();
  await withTenant(tenant.id, (db) =>
    db.insert(loginAttempt).values({
      enterpriseId: tenant.id,
      id,
      provider: 'wecom',
      stateHash: hashToken(id),
      browserHash: hashToken(BROWSER),
      identity: { subject: id, displayName: `Identity ${mark}` },
      expiresAt: new Date(Date.now() + 600_000),
    }),
  );
  return id;
}

/** The subject of each kind that people comment on. */
export const subjectOf = ({ courseId, projectId, announcementId }: World, subjectType: SubjectType) =>
  ({ course: courseId, project: projectId, announcement: announcementId })[subjectType];

/** A comment of the person; with `parentId` a reply. @returns its id */
export async function mintComment({ world, person }: Scene, subjectType: SubjectType, parentId?: string) {
  const id = randomUUID();
  await withTenant(world.tenant.id, (db) =>
    db.insert(comment).values({
      enterpriseId: world.tenant.id,
      id,
      subjectType,
      subjectId: subjectOf(world, subjectType),
      userId: person.userId,
      parentId,
      body: `Comment ${world.mark} ${id}`,
    }),
  );
  return id;
}

/** An attempt of the person that is under way. */
export async function startAttempt({ world, person }: Scene) {
  const { attemptId } = await ok(person, 'POST /exam/auth/user/exam/start', { id: world.exam.id });
  return { attemptId, epoch: 1 };
}

/** One answer that may be saved as it is. */
export const answersTo = ({ exam }: World) => [
  { questionId: exam.ids.short[0]!, epoch: 1, revision: 1, answer: right.short },
];

/** An attempt that was handed in and waits for the mark of its short answer. @returns its id */
export async function submitAttempt(scene: Scene): Promise<string> {
  const writer = await startAttempt(scene);
  await ok(scene.person, 'POST /exam/auth/user/exam/submit', { ...writer, answers: answersTo(scene.world) });
  return writer.attemptId;
}

/** One of somebody else: nobody marks or approves their own. */
export const withApplicant = async ({ world }: Scene): Promise<Scene> => ({ world, person: await mintMember(world) });

/** An export of the person that is ready (2) or has failed (3). @returns its id */
export async function mintExport({ world: { tenant, mark }, person }: Scene, exportStatus: 2 | 3): Promise<string> {
  const [id, fileId, enterpriseId] = [randomUUID(), randomUUID(), tenant.id];
  const fileName = `export-${mark}-20260101-000000.xlsx`;
  await withTenant(enterpriseId, async (db) => {
    await db.insert(file).values({
      enterpriseId,
      id: fileId,
      storeKey: fileId,
      sha256: fileId,
      fileName,
      contentType: 'application/octet-stream',
      fileSize: 1,
      visibility: 'private',
      uploadedBy: person.userId,
    });
    await db.insert(exportRecord).values({
      enterpriseId,
      id,
      userId: person.userId,
      exportType: 'creditHourChange',
      locale: 'zh',
      fileName,
      fileSize: exportStatus === 2 ? 1 : null,
      fileId: exportStatus === 2 ? fileId : null,
      exportStatus,
    });
  });
  return id;
}

/** A request of the person for a place in a course. @returns its id */
export async function requestPlace({ world, person }: Scene): Promise<string> {
  await ok(person, 'POST /course/auth/course/registration/save', { courseId: world.registrationCourseId });
  const { list } = await ok(person, 'POST /user/auth/flow/instance/myInstance', {});
  return list.find(({ subjectId }) => subjectId === world.registrationCourseId)!.id;
}
