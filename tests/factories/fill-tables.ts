import { randomUUID } from 'node:crypto';
import { announcementAttachment } from '#src/server/announcement/tables.ts';
import { examResultChange, examSums } from '#src/server/analysis/tables.ts';
import { userConsent } from '#src/server/account/tables/account.ts';
import { eq } from 'drizzle-orm';
import { examRegrade, examRegradeAttempt } from '#src/server/exam/tables/regrade.ts';
import { examLateAnswer } from '#src/server/exam/tables/answer.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { examCertificateNeed, examMarker, examQuestion, examTarget } from '#src/server/exam/tables/rules.ts';
import { organisationInvoice } from '#src/server/order/tables.ts';
import { giveBadge, givePin, mintTerminal } from './terminal.ts';
import { certificateChoice } from '#src/server/record/tables/certificate.ts';
import { rankingChoice } from '#src/server/record/tables/ledger.ts';
import { annualStatementChange } from '#src/server/record/tables/statement.ts';
import { certificatePicture, certificateTemplatePicture } from '#src/server/record/tables/template.ts';
import { policy } from '#src/server/policy/tables.ts';
import { approvalChain, approvalStep } from '#src/server/flow/tables.ts';
import { coursePerson, courseRule, projectExam, projectStage } from '#src/server/course/tables.ts';
import { courseImport } from '#src/server/editing/tables.ts';
import { file } from '#src/server/file/tables.ts';
import { fileRendition, fileVersion } from '#src/server/file/tables.ts';
import { messageTemplate } from '#src/server/message/tables.ts';
import { mediaCaption } from '#src/server/media/tables.ts';
import { mintTemplate } from './certificate-template.ts';
import { mintFolder, mintMedia, mintUpload } from './media.ts';
import { resourceCaption } from '#src/server/study/tables/media.ts';
import { dataRetention } from '#src/server/core/tables.ts';
import { rehearsal } from '#src/server/rehearsal/tables.ts';
import { userIdentity } from '#src/server/account/tables/sign-in.ts';
import { enterpriseInfo } from '#src/server/company/tables.ts';
import { evidenceUpload } from '#src/server/evaluation/tables.ts';
import { question, questionFile, questionVersion } from '#src/server/question/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintAssessmentTask, mintEvaluated, placeIn } from './evaluation.ts';
import { allow, mintExam } from './exam.ts';
import { accommodate, mintResit } from './exam-rules.ts';
import { markingNote, markingRubric } from '#src/server/marking/tables.ts';
import { makeMistake, mintMockExam } from './practice.ts';
import { previewed } from './inputs/marking-regrade-inputs.ts';
import {
  requirementChange,
  requirementExemption,
  requirementExtension,
} from '#src/server/requirement/tables/assignment.ts';
import { mintInvitation } from './invitation.ts';
import { activityWeek } from '#src/server/people/tables/activity.ts';
import { mintMerge } from './merge.ts';
import { memberEdit, plannedTransfer } from '#src/server/account/tables/organisation.ts';
import { importedPerson, personImportColumns } from '#src/server/people/tables/import.ts';
import { mintDepartment, mintGrant, mintPosition } from './organisation.ts';
import { mintScheduled } from './report.ts';
import { mintMessage, mintRequirement } from './requirement.ts';
import { mintMarkAppeal } from './inputs/marking-inputs.ts';
import { contactPerson } from '#src/server/account/tables/sign-in.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { contactSyncDepartment, contactSyncPerson } from '#src/server/people/tables/sync.ts';
import { mintSyncRun } from './inputs/contact-sync-inputs.ts';
import { inputs } from './inputs/all-inputs.ts';
import { mintCoaching, mintMeeting } from './coaching.ts';
import { courseRenewal } from '#src/server/study/tables/study.ts';
import { studyTaskPerson, studyTaskRemoval, studyTaskRule } from '#src/server/study/tables/task-audience.ts';
import { publishedAnnouncement } from './announcement-draft.ts';
import { publishedCourse } from './editing.ts';
import { fillCommunity } from './community.ts';
import { fillModeration } from './moderation.ts';
import { ok } from './portal.ts';
import { giveCertificate, mintStatement, post } from './record.ts';
import { CONTENT, fillIn, mintQuestionnaire } from './questionnaire.ts';
import { answersTo, mintAnsweredAttempt, mintComment, mintExport, startAttempt, type Scene } from './scene.ts';
import { indexTenant } from './search.ts';
import { fillLive } from './live.ts';
import { mintTask, passTime } from './study.ts';
import { fillSession, mintClass, mintSeats, mintSession } from './training.ts';
import type { World } from './world.ts';

/** Inserts at least one row of the world into every tenant table. */
export async function fillTables(world: World): Promise<void> {
  await publishedCourse(world);
  const scene: Scene = { world, person: world.learner };
  await publishedAnnouncement(world.admin, {
    ...{ title: world.mark, restricted: true, people: [{ userId: world.learner.userId, excluded: false }] },
    rules: [{ excluded: true, departmentId: null, withBelow: true, positionId: null, joinedSince: '2100-01-01' }],
  });
  const { tenant, learner } = world;
  await indexTenant(tenant);
  await mintComment(scene, 'course');
  await mintExport(scene, 2);
  await mintAnsweredAttempt(scene);
  await giveCertificate(tenant, learner, world.certificateId);
  await post(tenant, learner);
  const taskId = await mintTask(tenant, [learner], [{ courseId: world.courseId }]);
  const departmentId = await mintDepartment(tenant, world.mark);
  await withTenant(tenant.id, async (db) => {
    const own = { enterpriseId: tenant.id, taskId };
    await db.insert(studyTaskRule).values({ ...own, departmentId });
    await db.insert(studyTaskPerson).values({ ...own, userId: learner.userId });
    await db
      .insert(studyTaskRemoval)
      .values({ ...own, userId: learner.userId, studyProgress: 0, assignedAt: new Date(), removedAt: new Date() });
  });
  const { coachingId } = await mintCoaching(
    tenant,
    { learner, mentor: world.lecturer },
    { title: `Coaching ${world.mark}` },
  );
  await mintMeeting(tenant, coachingId, learner, { agenda: `Agenda ${world.mark}` });
  await ok(learner, 'PUT /user/auth/notice/setting/save', { choices: { sms_marked: true } });
  await withTenant(tenant.id, (db) =>
    sendNotices(db, tenant.id, [
      {
        ...{ userId: learner.userId, kind: 'examMarked', detail: { title: `Exam ${world.mark}` }, path: '/account' },
        ...{ source: 'filled', at: new Date() },
      },
    ]),
  );
  await fillExamRules(world);
  await allow(tenant, world.exam.id, learner.userId, { extraSeconds: 60 });
  await inputs['GET /course/auth/study/document/page'](scene);
  await fillByCalls(scene);
  await fillMarking(scene);
  await fillPractice(scene);
  await fillInvigilation(scene);
  await fillRegrade(scene);
  await fillTraining(world);
  await fillEvaluations(scene);
  await fillMedia(scene);
  await fillLive(world);
  await fillCommunity(world);
  await fillModeration(world);
  await fillRequirements(scene);
  await fillPeople(scene);
  await mintScheduled(tenant, learner, `Report ${world.mark}`);
  await fillDirectly(scene);
}

const NO_SCORES = { medianShare: null, seconds: null, histogram: [] };

/** Rules of an exam that is not the one of the world, and a break that has been taken. */
async function fillExamRules({ tenant, learner, admin, exam, courseId, projectId, mark }: World): Promise<void> {
  const other = await mintExam(tenant, { sharing: exam });
  await accommodate(tenant, learner, admin, { breaks: 1, breakSeconds: 60, reason: `Doctor ${mark}` });
  await mintResit(tenant, other.id, [2000, 3000]);
  const own = { enterpriseId: tenant.id, examId: other.id };
  await withTenant(tenant.id, async (db) => {
    await db.insert(examTarget).values({ ...own, department: `Department ${mark}` });
    await db.insert(examCertificateNeed).values({ ...own, courseId });
    await db.insert(examResultChange).values(own);
    const scores = {
      ...{ count: 0, passed: 0, mean: null, deviation: null, variance: null, meanShare: null },
      ...NO_SCORES,
    };
    const sums = { scores, answers: [], latestId: null };
    await db.insert(examSums).values({ ...own, counting: 'first', sums, computedAt: new Date(), milliseconds: 1 });
    await db.insert(examMarker).values({ ...own, userId: learner.userId });
    const stageId = randomUUID();
    const inProject = { enterpriseId: tenant.id, projectId };
    await db.insert(projectStage).values({ ...inProject, id: stageId, name: { zh: mark, en: mark } });
    await db.insert(projectExam).values({ ...inProject, examId: other.id, stageId });
    await db.insert(examQuestion).values({ ...own, questionId: exam.ids.single[0]!, section: mark, score: '5' });
  });
  const { attemptId } = await ok(learner, 'POST /exam/auth/user/exam/start', { id: other.id });
  await ok(learner, 'POST /exam/auth/user/exam/break/save', { attemptId, epoch: 1, kind: 'start' });
  await ok(learner, 'POST /exam/auth/user/exam/choices/save', {
    ...{ attemptId, epoch: 1, revision: 1 },
    choices: { layout: 'one', lang: null, langs: {}, struck: {}, notes: {}, pad: `Pad ${mark}` },
  });
}

/** A message of the administrator to the learner, who is an invigilator of that exam. */
async function fillInvigilation({ world, person }: Scene): Promise<void> {
  const { id: examId } = await mintExam(world.tenant);
  await ok(person, 'POST /exam/auth/user/exam/start', { id: examId });
  const invigilators = { examId, userIds: [person.userId] };
  await ok(world.admin, 'PUT /exam/auth/exam/control/invigilator/save', invigilators);
  const message = { examId, userId: person.userId, body: `Five minutes ${world.mark}` };
  await ok(world.admin, 'POST /exam/auth/exam/control/message/send', message);
}

/** An appeal against a mark, the rubric of a question, and a note of the learner as its marker. */
async function fillMarking({ world, person }: Scene): Promise<void> {
  const { questionId } = await mintMarkAppeal({ world, person });
  await withTenant(world.tenant.id, async (db) => {
    const ofQuestion = { enterpriseId: world.tenant.id, questionId };
    await db
      .insert(markingRubric)
      .values({ ...ofQuestion, criteria: [{ text: `Criterion ${world.mark}`, points: 20 }] });
    await db.insert(markingNote).values({ ...ofQuestion, userId: person.userId, body: `Note ${world.mark}` });
  });
}

/** A practice with a mistake, and the setting of the book. */
async function fillPractice({ world, person }: Scene): Promise<void> {
  await makeMistake(person, await mintMockExam(world.tenant, { title: `Mock ${world.mark}` }));
  await ok(person, 'PUT /exam/auth/user/mistake/setting/save', { rightInRow: 2 });
}

/** A regrade that was applied to an attempt of the learner. */
async function fillRegrade(scene: Scene): Promise<void> {
  const enterpriseId = scene.world.tenant.id;
  const { examId, questionId, reason } = await previewed(scene);
  const attempts = await withTenant(enterpriseId, (db) =>
    db.select({ id: examAttempt.id }).from(examAttempt).where(eq(examAttempt.userId, scene.person.userId)),
  );
  const rule = { key: null, score: null, void: null };
  await withTenant(enterpriseId, async (db) => {
    const regradeId = randomUUID();
    await db.insert(examRegrade).values({
      ...{ enterpriseId, id: regradeId, examId, number: 1, questionId, version: 1, ruleBefore: rule, ruleAfter: rule },
      ...{ keepPasses: false, reason, createdBy: scene.person.userId, attemptCount: 1, doneAt: new Date() },
    });
    const scores = { scoreBefore: '0', scoreAfter: '10' };
    await db.insert(examRegradeAttempt).values({ enterpriseId, regradeId, attemptId: attempts[0]!.id, ...scores });
  });
}

/** A session with the learner's place and attendance, corrected by the lecturer. */
async function fillTraining({ tenant, lecturerId, learner, lecturer, mark }: World): Promise<void> {
  const { resourceId } = await mintClass(tenant, { lecturerId });
  const sessionId = await mintSession(tenant, resourceId, { startsIn: -30 });
  await fillSession(tenant, sessionId);
  await mintSeats(tenant, sessionId, [learner]);
  const reason = `Signed on paper ${mark}`;
  const correction = { sessionId, userId: learner.userId, state: 'present', reason } as const;
  await ok(lecturer, 'POST /course/auth/training/attendance/correct', correction);
}

/** A version of a question, written by the person. */
async function fillVersion({ world: { tenant, exam, mark }, person }: Scene): Promise<void> {
  const text = { stem: `Stem ${mark}`, options: [], analysis: null };
  await withTenant(tenant.id, (db) =>
    db.insert(questionVersion).values({
      ...{ enterpriseId: tenant.id, questionId: exam.ids.judge[0]!, number: 2 },
      ...{ texts: { zh: text }, answer: true, authorId: person.userId },
    }),
  );
}

async function fillByCalls(scene: Scene): Promise<void> {
  const { world, person } = scene;
  await ok(person, 'PUT /user/auth/announcement/user/record/update/admire', { id: world.announcementId });
  await ok(person, 'POST /data/auth/user/sign/save');
  await ok(person, 'POST /user/auth/calendar/feed/renew');
  await ok(person, 'PUT /user/auth/user/info/preference/save', { theme: 'dark' });
  await ok(person, 'POST /course/auth/reaction/save', { subjectType: 'course', subjectId: world.courseId, rating: 4 });
  await ok(person, 'POST /course/auth/course/registration/save', { courseId: world.registrationCourseId });
  await ok(person, 'POST /course/auth/project/registration/save', { projectId: world.registrationProjectId });
  await inputs['DELETE /course/auth/study/note/delete'](scene);
  await inputs['DELETE /data/auth/list/view/delete'](scene);
  await inputs['GET /data/auth/bulk/view'](scene);
  await inputs['GET /course/auth/appeal/view'](scene);
  await inputs['POST /exam/auth/question/import/view'](scene);
  await fillVersion(scene);
  // More seconds than have elapsed: some are counted, the rest are rejected.
  const report = await inputs['POST /course/auth/study/player/report'](scene);
  const appeal = 'POST /exam/auth/user/exam/switch/appeal';
  await ok(person, appeal, await inputs[appeal](scene));
  const answer = 'POST /course/auth/study/question/answer';
  await ok(person, answer, await inputs[answer](scene));
  await passTime(world.tenant, person, 10);
  await ok(person, 'POST /course/auth/study/player/report', { ...report, ranges: [[0, 90]] });
  const named = await mintQuestionnaire(world.tenant, world.courseId, { anonymous: false });
  await fillIn(world.tenant, named, [CONTENT]);
  for (const each of [world.questionnaire, named])
    await ok(person, 'POST /course/auth/questionnaire/submit', { ...each, answers: CONTENT });
  await ok(world.admin, 'PUT /course/auth/questionnaire/results/see', { questionnaireId: named.questionnaireId });
  const marking = 'POST /exam/auth/exam/marking/save';
  await ok(world.lecturer, marking, await inputs[marking](scene));
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
  // The order gets these steps.
  const step = { enterpriseId: world.tenant.id, flowType: 'order', approver: 'administrator' } as const;
  await withTenant(world.tenant.id, (db) =>
    db.insert(approvalStep).values([
      { ...step, step: 1 },
      { ...step, step: 2 },
    ]),
  );
  const buyer: Scene = { world, person: world.organisation };
  await ok(buyer.person, 'POST /course/auth/order/cart/save', await inputs['POST /course/auth/order/cart/save'](buyer));
  await ok(buyer.person, 'POST /course/auth/order/submit', await inputs['POST /course/auth/order/submit'](buyer));
  await ok(buyer.person, 'POST /course/auth/order/cart/save', { courseId: world.paidCourseId });
}

async function fillMedia({ world, person }: Scene): Promise<void> {
  const { tenant } = world;
  const fileId = await mintMedia(tenant, 'picture', { folderId: await mintFolder(tenant, `Folder ${world.mark}`) });
  await mintUpload(tenant, person.userId, { replacesId: fileId });
  await withTenant(tenant.id, async (db) => {
    const own = { enterpriseId: tenant.id, fileId };
    await db.insert(mediaCaption).values({ ...own, lang: 'zh', captionFileId: fileId, endSecond: 1 });
    await db.insert(fileVersion).values({
      ...{ ...own, version: 1, storeKey: fileId, sha256: fileId, contentType: 'image/png', fileSize: 1 },
      replacedAt: new Date(),
    });
    const [asked] = await db
      .select({ id: question.id })
      .from(question)
      .where(eq(question.enterpriseId, tenant.id))
      .limit(1);
    await db.insert(questionFile).values({ ...own, questionId: asked!.id });
  });
}

async function fillEvaluations({ world, person }: Scene): Promise<void> {
  const { tenant, courseId, lecturer } = world;
  await placeIn(tenant, lecturer, `Department ${world.mark}`, true);
  const resourceId = await mintEvaluated(tenant, courseId, { assessors: [lecturer] });
  const { id: evaluationId } = await ok(person, 'POST /course/auth/evaluation/start', { resourceId });
  await withTenant(tenant.id, (db) =>
    db.insert(evidenceUpload).values({
      ...{ enterpriseId: tenant.id, evaluationId, userId: person.userId, fileName: 'photo.jpg', fileSize: 10 },
      expiresAt: new Date(Date.now() + 60_000),
    }),
  );
  await ok(person, 'GET /course/auth/evaluation/task/list', {
    taskId: (await mintAssessmentTask(tenant, [person], { assessors: [lecturer] })).taskId,
  });
}

async function fillRequirements({ world: { tenant, mark, courseId }, person: { userId } }: Scene): Promise<void> {
  const departmentId = await mintDepartment(tenant, `Required ${mark}`);
  const requirementId = await mintRequirement(tenant, {
    ...{ title: `Required ${mark}`, subject: { courseId }, rules: [{ departmentId }], people: [{ userId }] },
  });
  const own = { enterpriseId: tenant.id, requirementId, userId, reason: `Reason ${mark}` };
  await mintMessage(tenant, { requirementId, userId });
  await withTenant(tenant.id, async (db) => {
    await db.insert(requirementExemption).values(own);
    await db.insert(requirementExtension).values({ ...own, dueOn: '2030-01-01' });
    const startedAt = new Date('2026-01-01');
    await db
      .insert(courseRenewal)
      .values({ enterpriseId: tenant.id, userId, courseId, startedAt, completedAt: startedAt });
    // Not applied yet.
    await db.insert(requirementChange).values({ enterpriseId: tenant.id, userId, isMembership: false });
  });
}

/** Also an import, which is not applied. */
async function fillPeople(scene: Scene): Promise<void> {
  const { world, person } = scene;
  const own = { enterpriseId: world.tenant.id, userId: person.userId };
  await mintPosition(world.tenant, `Position ${world.mark}`);
  await mintGrant(world.tenant, world.lecturer, 'examiner');
  await inputs['GET /people/auth/import/view'](scene);
  await mintInvitation(world.tenant, person);
  await mintMerge(world.tenant, person);
  const importId = await mintSyncRun(scene, 'stopped');
  await withTenant(own.enterpriseId, async (db) => {
    await db.insert(plannedTransfer).values({ ...own, onDay: '2124-03-01', reason: `Reason ${world.mark}` });
    await db.insert(memberEdit).values({ ...own, field: 'sex' });
    await db.insert(importedPerson).values(own);
    await db.insert(activityWeek).values({
      enterpriseId: own.enterpriseId,
      week: '2026-03-02',
      signedIn: 1,
      studied: 1,
      hours: '1',
      countedAt: new Date(),
    });
    const { enterpriseId } = own;
    await db.insert(personImportColumns).values({ enterpriseId, headings: world.mark, columns: ['userName'] });
    const subject = `subject ${world.mark}`;
    await db.insert(contactPerson).values({ ...own, provider: 'wecom', subject });
    const run = { enterpriseId, importId };
    await db.insert(contactSyncDepartment).values({ ...run, id: '1', name: world.mark });
    await db.insert(contactSyncPerson).values({ ...run, id: '1', person: { id: '1', subject, departmentIds: ['1'] } });
  });
}

async function fillDirectly({ world, person }: Scene): Promise<void> {
  const enterpriseId = world.tenant.id;
  const [userId, fileId] = [person.userId, randomUUID()];
  const zip = await mintMedia(world.tenant, 'archive');
  const templateId = await mintTemplate(world.tenant, { name: world.mark });
  await withTenant(enterpriseId, async (db) => {
    await db.insert(dataRetention).values({ enterpriseId, auditLogDays: 365, studyRefusalDays: 90 });
    await db.insert(userConsent).values({ enterpriseId, userId, code: 'privacy', version: 1 });
    await db.insert(rehearsal).values({
      ...{ enterpriseId, askedBy: userId, askedAt: new Date(), takers: 10, enterSeconds: 5, answerSeconds: 5 },
      ...{ status: 'done', endedAt: new Date() },
    });
    await db.insert(userIdentity).values({ enterpriseId, provider: 'wecom', subject: randomUUID(), userId });
    await db.insert(enterpriseInfo).values({
      ...{ enterpriseId, industry: 'manufacturing', regionCode: '320583', registeredBy: world.admin.userId },
      ...{ contactName: 'Han Meimei', contactPhone: '13800000000' },
    });
    await db.insert(file).values({
      ...{ enterpriseId, id: fileId, storeKey: fileId, sha256: fileId, fileName: `${fileId}.pdf`, fileSize: 1 },
      ...{ contentType: 'application/pdf', visibility: 'member' },
    });
    await db.insert(approvalChain).values({ enterpriseId, flowType: 'order', revision: 1 });
    await db.insert(policy).values({ enterpriseId, kind: 'rankings', rules: {}, revision: 1 });
    await mintTerminal(world.tenant, { name: world.mark });
    await givePin(world.tenant, userId);
    await giveBadge(world.tenant, userId);
    await db.insert(rankingChoice).values({ enterpriseId, userId, names: 'department' });
    await db.insert(certificatePicture).values({ enterpriseId, fileId, fileSize: 1 });
    await db.insert(certificateTemplatePicture).values({ enterpriseId, templateId, fileId });
    await db.insert(certificateChoice).values({ enterpriseId, userId, holderName: 'full' });
    const { id: statementId } = await mintStatement(world.tenant, person, { userName: world.mark });
    await db.insert(annualStatementChange).values({ enterpriseId, statementId });
    const bank = { phone: '', bank: '', bankAccount: '', taxNumber: 'DE123456789' };
    await db
      .insert(organisationInvoice)
      .values({ enterpriseId, userId, title: world.mark, address: world.mark, ...bank });
    await db.insert(messageTemplate).values({ enterpriseId, kind: 'mail.invitation', texts: {}, revision: 1 });
    await db.insert(resourceCaption).values({ enterpriseId, resourceId: world.videoId, lang: 'zh', fileId });
    await db.insert(fileRendition).values({ enterpriseId, fileId });
    await db.insert(announcementAttachment).values({ enterpriseId, announcementId: world.announcementId, fileId });
    const course = { enterpriseId, courseId: world.courseId };
    await db.insert(courseRule).values(course);
    await db.insert(coursePerson).values({ ...course, userId });
    await db.insert(courseImport).values({ enterpriseId, userId, fileId: zip, fileName: `${zip}.zip`, state: 'done' });
    // Leaves a change that is not indexed yet.
    await db.execute(`update course set title = title || ' again' where id = '${world.courseId}'`);
  });
}
