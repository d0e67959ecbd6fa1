import { randomUUID } from 'node:crypto';
import type { evaluation } from '#src/contract/evaluation.ts';
import { evidenceUpload } from '#src/server/evaluation/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { disable, mintAssessmentTask, mintEvaluated, mintTalk, scored } from '../evaluation.ts';
import { ok } from '../portal.ts';
import type { Inputs, Scene } from '../scene.ts';
import { mintMember } from '../world.ts';

const none = () => ({});
const resource = async ({ world }: Scene) => ({
  resourceId: await mintEvaluated(world.tenant, world.courseId, { title: `Practice ${world.mark}` }),
});
/** A practical operation that the person has begun. */
async function begun(scene: Scene) {
  const { id } = await ok(scene.person, 'POST /course/auth/evaluation/start', await resource(scene));
  return { id };
}
/** A job evaluation in which the person assesses themselves. */
async function selfAssessment({ world, person }: Scene) {
  const superior = await mintMember(world);
  const resourceId = await mintEvaluated(world.tenant, world.courseId, { kind: 'job', assessors: [superior] });
  const { id } = await ok(person, 'POST /course/auth/evaluation/start', { resourceId });
  return { id, scores: scored(70, 50), comment: `Comment ${world.mark}` };
}

export const evaluationInputs: Inputs<keyof typeof evaluation> = {
  'GET /course/auth/evaluation/resource/view': resource,
  'GET /course/auth/evaluation/task/list': async ({ world, person }) => ({
    taskId: (await mintAssessmentTask(world.tenant, [person], { assessors: [await mintMember(world)] })).taskId,
  }),
  'POST /course/auth/evaluation/start': resource,
  'GET /course/auth/evaluation/view': begun,
  'PUT /course/auth/evaluation/note/save': async (scene) => ({
    ...(await begun(scene)),
    note: `Note ${scene.world.mark}`,
  }),
  'POST /course/auth/evaluation/submit': async (scene) => ({
    ...(await begun(scene)),
    note: `Note ${scene.world.mark}`,
  }),
  'DELETE /course/auth/evaluation/evidence/delete': async (scene) => {
    const { id: evaluationId } = await begun(scene);
    const [id, enterpriseId] = [randomUUID(), scene.world.tenant.id];
    await withTenant(enterpriseId, (db) =>
      db.insert(evidenceUpload).values({
        ...{ enterpriseId, id, evaluationId, userId: scene.person.userId, fileName: 'photo.jpg', fileSize: 10 },
        expiresAt: new Date(Date.now() + 60_000),
      }),
    );
    return { id };
  },
  'PUT /course/auth/evaluation/assessment/save': selfAssessment,
  'POST /course/auth/evaluation/assessment/submit': selfAssessment,
  'POST /course/auth/evaluation/talk/save': async ({ world, person }) => ({
    id: await mintTalk(world.tenant, world.courseId, {
      person: await mintMember(world),
      superior: person,
      state: 'talk',
    }),
    talkAt: new Date().toISOString(),
    talkNote: `Talk ${world.mark}`,
  }),
  'POST /course/auth/evaluation/confirm': async ({ world, person }) => ({
    id: await mintTalk(world.tenant, world.courseId, {
      person,
      superior: await mintMember(world),
      state: 'confirmation',
    }),
  }),
  'PUT /course/auth/evaluation/assessor/save': async ({ world, person }) => {
    const superior = await mintMember(world);
    const id = await mintTalk(world.tenant, world.courseId, { person, superior, state: 'talk' });
    await disable(world.tenant, superior);
    return { id, userId: (await mintMember(world)).userId };
  },
  'POST /course/auth/evaluation/page': none,
  'POST /course/auth/evaluation/waiting/page': none,
  'POST /course/auth/evaluation/result/page': none,
  'POST /course/auth/evaluation/result/export': none,
};
