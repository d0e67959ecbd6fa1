import { randomUUID } from 'node:crypto';
import { announcementAttachment } from '#src/server/core/db/schema/announcement.ts';
import { userConsent } from '#src/server/core/db/schema/account.ts';
import { examLateAnswer } from '#src/server/core/db/schema/exam.ts';
import { file } from '#src/server/core/db/schema/file.ts';
import { dataRetention } from '#src/server/core/db/schema/retention.ts';
import { userIdentity } from '#src/server/core/db/schema/sign-in.ts';
import { enterpriseInfo } from '#src/server/core/db/schema/company.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { allow } from './exam.ts';
import { inputs } from './inputs/all-inputs.ts';
import { ok } from './portal.ts';
import { giveCertificate, post } from './record.ts';
import { answersTo, mintAnsweredAttempt, mintComment, mintExport, startAttempt, type Scene } from './scene.ts';
import { indexTenant } from './search.ts';
import { mintTask, passTime } from './study.ts';
import type { World } from './world.ts';

/** Leaves at least one row of the world in every table that belongs to tenants. */
export async function fillTables(world: World): Promise<void> {
  const scene: Scene = { world, person: world.learner };
  const { tenant, learner } = world;
  await indexTenant(tenant);
  await mintComment(scene, 'course');
  await mintExport(scene, 2);
  await mintAnsweredAttempt(scene);
  await giveCertificate(tenant, learner, world.certificateId);
  await post(tenant, learner);
  await mintTask(tenant, [learner], [{ courseId: world.courseId }]);
  await allow(tenant, world.exam.id, learner.userId, { extraSeconds: 60 });
  await fillByCalls(scene);
  await fillDirectly(scene);
}

async function fillByCalls(scene: Scene): Promise<void> {
  const { world, person } = scene;
  await ok(person, 'PUT /user/auth/announcement/user/record/update/admire', { id: world.announcementId });
  await ok(person, 'POST /data/auth/user/sign/save');
  await ok(person, 'POST /course/auth/reaction/save', { subjectType: 'course', subjectId: world.courseId, rating: 4 });
  await ok(person, 'POST /course/auth/course/registration/save', { courseId: world.registrationCourseId });
  await ok(person, 'POST /course/auth/project/registration/save', { projectId: world.registrationProjectId });
  // More seconds than have passed: some count, the rest are refused.
  const report = await inputs['POST /course/auth/study/player/report'](scene);
  await passTime(world.tenant, person, 10);
  await ok(person, 'POST /course/auth/study/player/report', { ...report, ranges: [[0, 90]] });
  const writer = await startAttempt(scene);
  const unknown = { questionId: randomUUID(), epoch: 1, revision: 1, answer: 'A' };
  await ok(person, 'POST /exam/auth/user/exam/switch/save', { ...writer, clientKey: randomUUID(), dwellSeconds: 1 });
  await ok(person, 'POST /exam/auth/user/exam/answer/save', { ...writer, answers: [...answersTo(world), unknown] });
  await withTenant(world.tenant.id, (db) =>
    db.insert(examLateAnswer).values({
      ...{ enterpriseId: world.tenant.id, attemptId: writer.attemptId, questionId: world.exam.ids.short[0]! },
      ...{ epoch: 1, revision: 2, answer: 'late', reason: 'late', arrivedAt: new Date() },
    }),
  );
  const buyer: Scene = { world, person: world.organisation };
  await ok(buyer.person, 'POST /course/auth/order/cart/save', await inputs['POST /course/auth/order/cart/save'](buyer));
  await ok(buyer.person, 'POST /course/auth/order/submit', await inputs['POST /course/auth/order/submit'](buyer));
  await ok(buyer.person, 'POST /course/auth/order/cart/save', { courseId: world.paidCourseId });
}

async function fillDirectly({ world, person }: Scene): Promise<void> {
  const enterpriseId = world.tenant.id;
  const [userId, fileId] = [person.userId, randomUUID()];
  await withTenant(enterpriseId, async (db) => {
    await db.insert(dataRetention).values({ enterpriseId, auditLogDays: 365, studyRefusalDays: 90 });
    await db.insert(userConsent).values({ enterpriseId, userId, code: 'privacy', version: 1 });
    await db.insert(userIdentity).values({ enterpriseId, provider: 'wecom', subject: randomUUID(), userId });
    await db.insert(enterpriseInfo).values({
      ...{ enterpriseId, industry: 'manufacturing', regionCode: '320583', registeredBy: world.admin.userId },
      ...{ contactName: 'Han Meimei', contactPhone: '13800000000' },
    });
    await db.insert(file).values({
      ...{ enterpriseId, id: fileId, storeKey: fileId, sha256: fileId, fileName: `${fileId}.pdf`, fileSize: 1 },
      ...{ contentType: 'application/pdf', visibility: 'member' },
    });
    await db.insert(announcementAttachment).values({ enterpriseId, announcementId: world.announcementId, fileId });
    // What changed since the index was made.
    await db.execute(`update course set title = title || ' again' where id = '${world.courseId}'`);
  });
}
