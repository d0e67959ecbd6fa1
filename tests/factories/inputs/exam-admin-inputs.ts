import type { examAccommodation } from '#src/contract/exam-accommodation.ts';
import type { OperationInput } from '#src/contract/calls.ts';
import type { examAdmin } from '#src/contract/exam-admin.ts';
import { accommodate } from '../exam-rules.ts';
import { ok } from '../portal.ts';
import type { TestPerson } from '../tenant.ts';
import type { World } from '../world.ts';
import { startAttempt, type Inputs, type Scene } from '../scene.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { examAccommodation as stored } from '#src/server/exam/tables/rules.ts';
import { and, eq } from 'drizzle-orm';

const byExam = ({ world }: Scene) => ({ id: world.exam.id });

/** Settings of an exam of one question of the world's bank. */
export const examSettings = ({
  world,
}: {
  world: Pick<World, 'exam' | 'mark'>;
}): OperationInput<'POST /exam/auth/exam/admin/save'> => ({
  ...{ title: `Exam ${world.mark}`, intro: null, courseId: null, limitSeconds: 3600, passScore: 10, maxAttempts: 2 },
  ...{ waitSeconds: 0, countedAttempt: 'best', stopAfterPass: true, reviewPolicy: 'after_last', reviewEarly: false },
  ...{ switchPolicy: 'none', switchLimit: 0, audience: 'everyone', paperKind: 'drawn', equalDifficulty: false },
  ...{ shuffleQuestions: true, shuffleOptions: true, certificateId: null, departments: [], credits: 0, points: 0 },
  ...{ certificateWay: 'automatic', certificateScore: null, certificateMonths: null },
  ...{ certificateCourses: [], certificateTasks: [] },
  windowStart: new Date(Date.now() - 3_600_000).toISOString(),
  windowEnd: new Date(Date.now() + 86_400_000).toISOString(),
  sections: [
    {
      ...{
        title: 'Single choice',
        bankId: world.exam.bankId,
        type: 'single',
        difficulty: null,
        topic: null,
        tag: null,
      },
      ...{ count: 1, scoreEach: 10, limitSeconds: null },
    },
  ],
  questions: [],
  resits: [],
});

/** Changes an exam on top of what is stored. */
export async function saveAgain(
  who: TestPerson,
  settings: OperationInput<'POST /exam/auth/exam/admin/save'> & { id: string },
) {
  const { revision } = await ok(who, 'GET /exam/auth/exam/admin/view', { id: settings.id });
  return ok(who, 'POST /exam/auth/exam/admin/save', { ...settings, revision });
}

const granted = {
  ...{ extraPercent: 25, extraSeconds: 0, breaks: 1, breakSeconds: 300, noSwitchRules: true, largeType: true },
  ...{ windowAfterSeconds: 0, reason: 'A certificate of a doctor', validUntil: null },
};

const allowed = ({ exam, learner, mark }: World) => ({
  ...{ examId: exam.id, userId: learner.userId, extraSeconds: 600, extraAttempts: 1 },
  ...{ windowStart: null, windowEnd: null, reason: `Power cut ${mark}` },
});

/** An accommodation of the learner. @returns its id */
async function accommodated({ world }: Scene): Promise<{ id: string }> {
  await accommodate(world.tenant, world.learner, world.admin, { extraPercent: 10 });
  const rows = await withTenant(world.tenant.id, (db) =>
    db
      .select({ id: stored.id })
      .from(stored)
      .where(and(eq(stored.userId, world.learner.userId), eq(stored.extraPercent, 10))),
  );
  return rows.at(-1)!;
}

export const examAdminInputs: Inputs<keyof typeof examAdmin | keyof typeof examAccommodation> = {
  'POST /exam/auth/exam/admin/page': () => ({}),
  'GET /exam/auth/exam/admin/view': byExam,
  'GET /exam/auth/exam/admin/former': async (scene) => {
    const { admin } = scene.world;
    const { id } = await ok(admin, 'POST /exam/auth/exam/admin/save', examSettings(scene));
    await saveAgain(admin, { ...examSettings(scene), id, passScore: 5 });
    const { list } = await ok(admin, 'POST /data/auth/history/page', { kind: 'exam', id });
    return { id, entryId: list[0]!.id };
  },
  'POST /exam/auth/exam/admin/save': async (scene) => {
    const { id, revision } = await ok(scene.world.admin, 'POST /exam/auth/exam/admin/save', examSettings(scene));
    return { ...examSettings(scene), id, revision };
  },
  'PUT /exam/auth/exam/admin/publish': (scene) => ({ ...byExam(scene), published: true }),
  'GET /exam/auth/exam/admin/uses': byExam,
  'PUT /exam/auth/exam/admin/delete': async (scene) => {
    const { id } = await ok(scene.world.admin, 'POST /exam/auth/exam/admin/save', examSettings(scene));
    return { id, deleted: true };
  },
  'POST /exam/auth/exam/admin/schedule/view': () => ({
    from: new Date(Date.now() - 86_400_000).toISOString(),
    to: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  'POST /exam/auth/exam/admin/trial/start': byExam,
  'GET /exam/auth/exam/admin/check': byExam,
  'GET /exam/auth/exam/admin/preview': byExam,
  'GET /exam/auth/exam/admin/choices': () => ({}),
  'POST /exam/auth/exam/admin/question/replace': ({ world }) => ({
    questionId: world.exam.ids.single[0]!,
    byId: world.exam.ids.single[0]!,
  }),
  'POST /exam/auth/exam/admin/question/page': ({ world }) => ({ bankId: world.exam.bankId }),
  'POST /exam/auth/exam/accommodation/page': () => ({}),
  'POST /exam/auth/exam/accommodation/save': ({ world }) => ({
    ...granted,
    userId: world.learner.userId,
    validFrom: new Date(Date.now() - 1000).toISOString(),
  }),
  'PUT /exam/auth/exam/accommodation/end': accommodated,
  'POST /exam/auth/exam/allowance/page': async ({ world }) => {
    await ok(world.admin, 'POST /exam/auth/exam/allowance/save', allowed(world));
    return { examId: world.exam.id };
  },
  'POST /exam/auth/exam/allowance/save': ({ world }) => allowed(world),
  'POST /exam/auth/user/exam/break/save': async (scene) => {
    await accommodate(scene.world.tenant, scene.person, scene.world.admin, { breaks: 5, breakSeconds: 60 });
    return { ...(await startAttempt(scene)), kind: 'start' as const };
  },
};
