import { randomUUID } from 'node:crypto';
import { hashPassword } from '#src/server/account/password/password.ts';
import { seal } from '#src/server/core/seal.ts';
import { loginSetting } from '#src/server/account/tables/sign-in.ts';
import { article, articleVersion, banner, navItem, zone, zoneItem } from '#src/server/site/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { teachingRecord } from '#src/server/lecturer/tables.ts';
import { OIDC_CLIENT } from '../stand-ins/oidc.ts';
import { WECOM_APP } from '../stand-ins/wecom.ts';
import { mintAnswer, mintLabel, mintPost, openCommunity } from './community.ts';
import { mintAnnouncement } from './announcement.ts';
import { mintUpload } from './company.ts';
import { mintCategory, mintCourse, mintExamResource, mintMediaQuestion, mintProject, mintResource } from './course.ts';
import { mintExam, type TestExam } from './exam.ts';
import { mintLecturer } from './lecturer.ts';
import { mintLive } from './live.ts';
import { mintPaidCourse } from './order.ts';
import { mintQuestionnaire } from './questionnaire.ts';
import type { Providers } from './providers.ts';
import { mintCertificate } from './record.ts';
import { indexTenant } from './search.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from './tenant.ts';

/** Password of every user of a world. */
export const WORLD_PASSWORD = 'Turtle#4711-Old';
/** Its hash, computed once because hashing is slow. */
export const storedWorldPassword = hashPassword(WORLD_PASSWORD);

/** A tenant with content in every domain. Each name and title contains `mark`, which occurs in no other tenant. */
export type World = {
  tenant: TestTenant;
  providers: Providers;
  mark: string;
  admin: TestPerson;
  lecturer: TestPerson;
  organisation: TestPerson;
  learner: TestPerson;
  lecturerId: string;
  categoryId: string;
  /** Open to everybody, with `videoId`, `practiceId` and the exam of `examResourceId`. */
  courseId: string;
  videoId: string;
  /** A question in `videoId`; A is right. */
  mediaQuestionId: string;
  practiceId: string;
  /** Anonymous, with every kind of question; nobody has filled it in. */
  questionnaire: { resourceId: string; questionnaireId: string };
  examResourceId: string;
  registrationCourseId: string;
  paidCourseId: string;
  /** Of `lecturer`, with the running class `liveId`. */
  liveCourseId: string;
  liveId: string;
  projectId: string;
  registrationProjectId: string;
  announcementId: string;
  /** A question of the lecturer, with one answer; the community is open to the public. */
  questionId: string;
  labelId: string;
  articleId: string;
  certificateId: string;
  logoId: string;
  exam: TestExam;
  zones: { courses: string; lecturers: string; projects: string };
};

/** Inserts a tenant with content. @param providers of `startWorldProviders`, which must run before the first call */
export async function mintWorld(providers: Providers, name = 'World'): Promise<World> {
  const mark = `${name}-${randomUUID().slice(0, 8)}`;
  const tenant = await mintTenant(`Tenant ${mark}`);
  const [admin, lecturer, organisation, learner] = await Promise.all([
    mintMember({ tenant, mark }, { userName: `Admin ${mark}`, isAdmin: true }),
    mintMember({ tenant, mark }, { userName: `Lecturer ${mark}`, userType: 2 }),
    mintMember({ tenant, mark }, { userName: `Organisation ${mark}`, userType: 3 }),
    mintMember({ tenant, mark }, { userName: `Learner ${mark}` }),
  ]);
  const lecturerId = await mintLecturer(tenant, {
    code: mark,
    userId: lecturer.userId,
    lecturerName: `Lecturer ${mark}`,
    lecturerLevel: `Level ${mark}`,
  });
  const categoryId = await mintCategory(tenant, `Category ${mark}`);
  const courseId = await mintCourse(tenant, {
    title: `Course ${mark}`,
    description: `About ${mark}`,
    categoryId,
    lecturerId,
    classHours: '2',
    credits: '1',
    points: '10',
  });
  const videoId = await mintResource(tenant, courseId, { subResourceName: `Video ${mark}` });
  const mediaQuestionId = await mintMediaQuestion(tenant, videoId, {
    stem: `Question ${mark}`,
    atSecond: 95,
    required: false,
  });
  const practiceId = await mintResource(tenant, courseId, {
    subResourceName: `Practice ${mark}`,
    contentType: 7,
    resourceType: null,
    fileId: null,
  });
  const questionnaire = await mintQuestionnaire(tenant, courseId, { title: `Questionnaire ${mark}` });
  const { resourceId: examResourceId } = await mintExamResource(tenant, courseId);
  const [registrationCourseId, paidCourseId, projectId, registrationProjectId] = await Promise.all([
    mintCourse(tenant, { title: `Registration ${mark}`, registrationRequired: true, lecturerId, categoryId }),
    mintPaidCourse(tenant, { title: `Paid ${mark}`, categoryId }),
    mintProject(tenant, [courseId], { title: `Project ${mark}`, categoryId }),
    mintProject(tenant, [courseId], { title: `Closed project ${mark}`, registrationRequired: true }),
  ]);
  const liveCourseId = await mintCourse(tenant, { title: `Live ${mark}`, courseType: 3, lecturerId, categoryId });
  const { id: liveId } = await mintLive(tenant, liveCourseId, { title: `Class ${mark}`, status: 'live' });
  const announcementId = await mintAnnouncement(tenant, { title: `Announcement ${mark}`, author: `Author ${mark}` });
  const certificateId = await mintCertificate(tenant, { certificateName: `Certificate ${mark}` });
  const exam = await mintExam(tenant, { title: `Exam ${mark}`, intro: `Rules ${mark}`, maxAttempts: 100 });
  const logoId = await mintUpload(tenant, admin.userId);
  await openCommunity(tenant);
  const labelId = await mintLabel(tenant, { name: { zh: `Label ${mark}`, en: `Label ${mark}` } });
  const questionId = await mintPost(tenant, lecturer, {
    title: `Question ${mark}`,
    text: `Asked ${mark}`,
    labelIds: [labelId],
  });
  await mintAnswer(tenant, organisation, questionId, { text: `Answer ${mark}` });
  const site = await mintSite({ tenant, providers, mark, courseId, lecturerId, projectId });
  await indexTenant(tenant);
  return {
    ...{ tenant, mark, admin, lecturer, organisation, learner, lecturerId, categoryId, courseId, videoId, practiceId },
    ...{ examResourceId, registrationCourseId, paidCourseId, projectId, registrationProjectId, announcementId },
    ...{ questionId, labelId, mediaQuestionId, questionnaire, liveCourseId, liveId },
    ...{ certificateId, exam, logoId, providers },
    ...site,
  };
}

/** Inserts a member whose password is `WORLD_PASSWORD`. */
export async function mintMember(
  { tenant, mark }: Pick<World, 'tenant' | 'mark'>,
  more: { userName?: string; userType?: number; isAdmin?: boolean } = {},
): Promise<TestPerson> {
  return mintPerson(tenant, { userName: `Member ${mark}`, passwordHash: await storedWorldPassword, ...more });
}

type Subjects = Pick<World, 'tenant' | 'providers' | 'mark' | 'courseId' | 'lecturerId' | 'projectId'>;

async function mintSite({ tenant, providers, mark, courseId, lecturerId, projectId }: Subjects) {
  const enterpriseId = tenant.id;
  const text = (what: string) => ({ zh: `${what} ${mark}`, en: `${what} ${mark}` });
  const articleId = randomUUID();
  const zones = { courses: randomUUID(), lecturers: randomUUID(), projects: randomUUID() };
  const zoneRows = [
    { id: zones.courses, relationType: 1, subjectId: courseId },
    { id: zones.lecturers, relationType: 6, subjectId: lecturerId },
    { id: zones.projects, relationType: 7, subjectId: projectId },
  ];
  await withTenant(enterpriseId, async (db) => {
    const title = text('Text');
    await db.insert(navItem).values({ enterpriseId, code: mark, title, navUrl: '/knowledge', navMenuType: 1 });
    await db.insert(banner).values({ enterpriseId, code: mark, title });
    await db.insert(article).values({ enterpriseId, id: articleId, code: 'about', title, body: title });
    await db
      .insert(articleVersion)
      .values({ enterpriseId, articleId, version: 1, title, body: title })
      .onConflictDoNothing();
    for (const [sort, { id, relationType, subjectId }] of zoneRows.entries()) {
      await db.insert(zone).values({ enterpriseId, id, code: id, title, relationType, sort });
      await db.insert(zoneItem).values({ enterpriseId, zoneId: id, subjectId });
    }
    await db.insert(teachingRecord).values({
      enterpriseId,
      lecturerId,
      courseId,
      code: mark,
      title: `Lesson ${mark}`,
      taughtAt: new Date(),
      classHours: '2',
    });
    const { secret, ...config } = WECOM_APP;
    const oidc = {
      issuer: providers.oidc.origin,
      clientId: OIDC_CLIENT.clientId,
      labelZh: `Group ${mark}`,
      labelEn: `Group ${mark}`,
    };
    await db.insert(loginSetting).values([
      { enterpriseId, provider: 'wecom', enabled: true, config, sealedSecret: seal(secret) },
      { enterpriseId, provider: 'oidc', enabled: true, config: oidc, sealedSecret: seal(OIDC_CLIENT.secret) },
    ]);
  });
  return { articleId, zones };
}
