import { randomUUID } from 'node:crypto';
import type { Call, Input } from '#src/contract/calls.ts';
import { hashToken, newToken } from '#src/server/account/session/token.ts';
import { issueCode } from '#src/server/account/code/verification-code.ts';
import { comment, type SubjectType } from '#src/server/community/tables/comment.ts';
import { exportRecord } from '#src/server/export/tables.ts';
import { file } from '#src/server/file/tables.ts';
import type { CodePurpose } from '#src/server/account/tables/sign-in.ts';
import { loginAttempt } from '#src/server/account/tables/sign-in.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { right } from './exam.ts';
import { ok } from './portal.ts';
import { mintMember, type World } from './world.ts';
import type { TestPerson } from './tenant.ts';

/** The context of an input: it refers to data of `person`, or to content of `world`. */
export type Scene = { world: World; person: TestPerson };

/** A valid input for each operation; an operation without one does not compile. */
export type Inputs<C extends Call = Call> = { [K in C]: (scene: Scene) => Input<K> | Promise<Input<K>> };

/** Secret of the cookie that binds a login attempt to its browser, the same in all tests. */
export const BROWSER = newToken();

/** Issues a verification code without sending it. @returns the code */
export const codeFor = ({ world }: Scene, recipient: string, purpose: CodePurpose) =>
  withTenant(world.tenant.id, (db) =>
    issueCode(db, { recipient, purpose, enterpriseId: world.tenant.id, now: new Date(), requester: null }),
  );

/** Inserts a login attempt with an identity that is not linked to a member. @returns its id */
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

/** Returns the id of the subject of a type. */
export const subjectOf = ({ courseId, projectId, announcementId, questionId }: World, subjectType: SubjectType) =>
  ({ course: courseId, project: projectId, announcement: announcementId, post: questionId })[subjectType];

/** Inserts a comment of the user; with `parentId` a reply. @returns its id */
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

/** Starts an attempt of the user. */
export async function startAttempt({ world, person }: Scene) {
  const { attemptId } = await ok(person, 'POST /exam/auth/user/exam/start', { id: world.exam.id });
  return { attemptId, epoch: 1 };
}

/** One valid answer for `answer/save`. */
export const answersTo = ({ exam }: World) => [
  { questionId: exam.ids.short[0]!, epoch: 1, revision: 1, answer: right.short },
];

/** Submits an attempt, whose short answer is then unmarked. @returns its id */
export async function submitAttempt(scene: Scene): Promise<string> {
  const writer = await startAttempt(scene);
  await ok(scene.person, 'POST /exam/auth/user/exam/submit', { ...writer, answers: answersTo(scene.world) });
  return writer.attemptId;
}

/** The scene of another member, because users cannot mark or approve their own. */
export const withApplicant = async ({ world }: Scene): Promise<Scene> => ({ world, person: await mintMember(world) });

/** Inserts an export of the user that is ready (2) or has failed (3). @returns its id */
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
      exportType: 'hours',
      locale: 'zh',
      fileName,
      fileSize: exportStatus === 2 ? 1 : null,
      fileId: exportStatus === 2 ? fileId : null,
      exportStatus,
    });
  });
  return id;
}

/** Requests registration for a course. @returns the id of the request */
export async function requestRegistration({ world, person }: Scene): Promise<string> {
  await ok(person, 'POST /course/auth/course/registration/save', { courseId: world.registrationCourseId });
  const { list } = await ok(person, 'POST /user/auth/flow/instance/myInstance', {});
  return list.find(({ subjectId }) => subjectId === world.registrationCourseId)!.id;
}
