import type { rehearsal as contract } from '#src/contract/rehearsal.ts';
import { rehearsal } from '#src/server/rehearsal/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintExam } from '../exam.ts';
import { ok } from '../portal.ts';
import type { Inputs, Scene } from '../scene.ts';

/** A rehearsal that the administrator has asked for and no process has taken. */
async function waiting({ world }: Scene): Promise<string> {
  const values = { enterpriseId: world.tenant.id, askedBy: world.admin.userId, askedAt: new Date() };
  const [row] = await withTenant(world.tenant.id, (db) =>
    db
      .insert(rehearsal)
      .values({ ...values, takers: 10, enterSeconds: 5, answerSeconds: 5 })
      .returning({ id: rehearsal.id }),
  );
  return row!.id;
}

export const rehearsalInputs: Inputs<keyof typeof contract> = {
  'GET /exam/auth/exam/rehearsal/view': () => ({}),
  // Refused, because somebody sits an exam: tests do not start processes.
  'POST /exam/auth/exam/rehearsal/start': async ({ world }) => {
    const { id } = await mintExam(world.tenant);
    await ok(world.learner, 'POST /exam/auth/user/exam/start', { id });
    return { takers: 10, enterSeconds: 5, answerSeconds: 5 };
  },
  'PUT /exam/auth/exam/rehearsal/stop': async (scene) => ({ id: await waiting(scene) }),
};
