import { randomUUID } from 'node:crypto';
import type { examEvidence } from '#src/contract/exam-evidence.ts';
import { examSwitch } from '#src/server/exam/tables/switch.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { ok } from '../portal.ts';
import { startAttempt, submitAttempt, withApplicant, type Inputs, type Scene } from '../scene.ts';

/** An attempt with a new switch, by default one that is under way. */
async function switched(scene: Scene, of?: string) {
  const attemptId = of ?? (await startAttempt(scene)).attemptId;
  const { id: enterpriseId } = scene.world.tenant;
  const switchId = randomUUID();
  await withTenant(enterpriseId, (db) =>
    db.insert(examSwitch).values({
      ...{ enterpriseId, id: switchId, attemptId, clientKey: randomUUID(), leftAt: new Date(), dwellSeconds: 1 },
    }),
  );
  return { attemptId, switchId };
}

/** An appeal against a switch of a submitted paper, of another member. */
export async function mintSwitchAppeal(scene: Scene): Promise<void> {
  const applicant = await withApplicant(scene);
  const { switchId } = await switched(applicant, await submitAttempt(applicant));
  const reason = `The fire alarm ${scene.world.mark}`;
  await ok(applicant.person, 'POST /exam/auth/user/exam/switch/appeal', { switchId, reason });
}

export const examEvidenceInputs: Inputs<keyof typeof examEvidence> = {
  'POST /exam/auth/exam/switch/page': async (scene) => ({ attemptId: (await switched(scene)).attemptId }),
  'POST /exam/auth/user/exam/switch/appeal': async (scene) => ({
    ...{ switchId: (await switched(scene)).switchId, reason: `A dialog ${scene.world.mark}` },
  }),
  'POST /exam/auth/exam/switch/decide': async (scene) => {
    const applicant = await withApplicant(scene);
    const { switchId } = await switched(applicant);
    const reason = `The alarm ${scene.world.mark}`;
    await ok(applicant.person, 'POST /exam/auth/user/exam/switch/appeal', { switchId, reason });
    return { switchId, decision: 'set_aside', note: `Right ${scene.world.mark}` };
  },
  'GET /exam/auth/exam/evidence/pack': async (scene) => ({ attemptId: await submitAttempt(scene) }),
  'GET /exam/api/evidence/key': () => ({}),
};
