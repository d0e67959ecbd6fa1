import type { requirement } from '#src/contract/requirement.ts';
import type { requirementEvidence } from '#src/contract/requirement-evidence.ts';
import type { requirementMessage } from '#src/contract/requirement-message.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { requirementExemption } from '#src/server/requirement/tables/assignment.ts';
import { courseProgress, resourceProgress } from '#src/server/study/tables/study.ts';
import { mintCourse, mintResource } from '../course.ts';
import { draftOf, mintMessage, mintRequirement } from '../requirement.ts';
import type { Inputs, Scene } from '../scene.ts';

/** A requirement that the user has. */
async function assigned({ world, person }: Scene) {
  const requirementId = await mintRequirement(world.tenant, {
    title: `Requirement ${world.mark}`,
    subject: { courseId: world.courseId },
    rules: [],
    people: [{ userId: person.userId }],
  });
  return { requirementId, userId: person.userId };
}

/** A repeated requirement of the user, and its course, which the user completed long ago. */
async function renewed({ world, person }: Scene) {
  const { tenant } = world;
  const { userId } = person;
  const courseId = await mintCourse(tenant, { title: `Course ${world.mark}` });
  const resourceId = await mintResource(tenant, courseId);
  const own = { enterpriseId: tenant.id, userId, courseId, studyProgress: 100, completedAt: new Date('2020-01-01') };
  await withTenant(tenant.id, async (db) => {
    await db.insert(courseProgress).values({ ...own, status: 'completed' });
    await db.insert(resourceProgress).values({ ...own, resourceId });
  });
  const requirementId = await mintRequirement(tenant, {
    ...{ title: `Requirement ${world.mark}`, subject: { courseId }, terms: { repeatMonths: 12 } },
    ...{ rules: [], people: [{ userId }] },
  });
  return { requirementId, courseId };
}

const drafted = ({ world }: Scene) =>
  mintRequirement(world.tenant, {
    ...{ title: `Draft ${world.mark}`, phase: 'draft', subject: { courseId: world.courseId }, rules: [] },
  });

async function exempted(scene: Scene) {
  const own = await assigned(scene);
  const [made] = await withTenant(scene.world.tenant.id, (db) =>
    db
      .insert(requirementExemption)
      .values({ enterpriseId: scene.world.tenant.id, ...own, reason: `Reason ${scene.world.mark}` })
      .returning({ id: requirementExemption.id }),
  );
  return { id: made!.id, reason: 'back at work' };
}

const named = (scene: Scene) => ({
  ...draftOf(scene.world.courseId, { title: `Requirement ${scene.world.mark}`, rules: [] }),
  people: [{ userId: scene.person.userId }],
});
const ofRequirement = async (scene: Scene) => ({ requirementId: (await assigned(scene)).requirementId });

export const requirementInputs: Inputs<keyof typeof requirement> = {
  'POST /course/auth/requirement/page': async (scene) => ({ keyword: (await assigned(scene)) && scene.world.mark }),
  'GET /course/auth/requirement/view': async (scene) => ({ id: (await assigned(scene)).requirementId }),
  'POST /course/auth/requirement/save': named,
  'POST /course/auth/requirement/preview': named,
  'POST /course/auth/requirement/phase': async (scene) => ({
    ...{ id: await drafted(scene), revision: 1, phase: 'published' as const },
  }),
  'DELETE /course/auth/requirement/delete': async (scene) => ({ id: await drafted(scene) }),
  'GET /course/auth/requirement/choices': async (scene) => ((await assigned(scene)) ? {} : {}),
  'POST /course/auth/requirement/subject/page': ({ world }) => ({ kind: 'course', keyword: world.mark }),
  'POST /course/auth/requirement/people/page': ({ world }) => ({ keyword: world.mark }),
  'POST /course/auth/requirement/matrix/page': ofRequirement,
  'POST /course/auth/requirement/matrix/total': ofRequirement,
  'GET /course/auth/requirement/why': assigned,
  'POST /course/auth/requirement/person': async (scene) => ({ userId: (await assigned(scene)).userId }),
  'POST /course/auth/requirement/own': async (scene) => ((await assigned(scene)) ? {} : {}),
  'POST /course/auth/requirement/own/renew': renewed,
  'POST /course/auth/requirement/lapse/page': async (scene) => ({
    ...(await ofRequirement(scene)),
    until: '2035-01-01',
  }),
  'POST /course/auth/requirement/lapse/day': async (scene) => ({
    ...{ ...(await ofRequirement(scene)), from: '2025-01-01', until: '2035-01-01' },
  }),
  'POST /course/auth/requirement/bulk/save': async (scene) => {
    const { requirementId, userId } = await assigned(scene);
    return { kind: 'exempt', requirementId, ids: [userId], reason: `Reason ${scene.world.mark}` };
  },
  'POST /course/auth/requirement/exemption/end': exempted,
};

export const requirementEvidenceInputs: Inputs<keyof typeof requirementEvidence> = {
  'POST /course/auth/requirement/matrix/export': ofRequirement,
  'POST /course/auth/requirement/lapse/export': async (scene) => ({
    ...(await ofRequirement(scene)),
    until: '2035-01-01',
  }),
  'POST /course/auth/requirement/evidence/sign': assigned,
};

export const requirementMessageInputs: Inputs<keyof typeof requirementMessage> = {
  'POST /course/auth/requirement/message/page': async (scene) => {
    const { requirementId, userId } = await assigned(scene);
    await mintMessage(scene.world.tenant, { requirementId, userId });
    return { requirementId };
  },
  'POST /course/auth/requirement/message/export': ofRequirement,
  'POST /course/auth/requirement/message/count': async (scene) => {
    const { requirementId, userId } = await assigned(scene);
    return { requirementId, ids: [userId] };
  },
  'POST /course/auth/requirement/message/test': ofRequirement,
  'POST /course/auth/requirement/report/own': async (scene) => ((await assigned(scene)) ? {} : {}),
};
