import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Call } from '#src/contract/calls.ts';
import { mintCategory } from '../factories/course.ts';
import { inputs } from '../factories/inputs/all-inputs.ts';
import { mintLive } from '../factories/live.ts';
import { call, ok } from '../factories/portal.ts';
import { startWorldProviders, type Providers } from '../factories/providers.ts';
import { mintCertificate } from '../factories/record.ts';
import { mintRequirement } from '../factories/requirement.ts';
import type { Scene } from '../factories/scene.ts';
import { mintTask } from '../factories/study.ts';
import { mintSession } from '../factories/training.ts';
import { mintWorld, type World } from '../factories/world.ts';

/* A save of something that exists says what its editor has seen of it (docs/specification.md, section "Back office"). */

let providers: Providers;
let world: World;
let scene: Scene;

beforeAll(async () => {
  providers = await startWorldProviders();
  world = await mintWorld(providers, 'Seen');
  scene = { world, person: world.admin };
});
afterAll(() => providers.stop());

type Save = Record<string, unknown>;
/** A change of something that exists, as `inputs` has it, or made of the addition that `inputs` has. */
const SAVES: [Call, seen: 'revision' | 'was', change?: (added: Save) => Save | Promise<Save>][] = [
  ['POST /exam/auth/question/bank/save', 'revision'],
  ['POST /exam/auth/exam/admin/save', 'revision'],
  ['POST /report/auth/report/save', 'revision'],
  [
    'POST /report/auth/report/schedule/save',
    'was',
    (input) => {
      const plan = { every: 'week', day: 1, hour: 8, format: 'csv', isPaused: false };
      return { ...input, schedule: { ...plan, recipients: [world.admin.userId] } };
    },
  ],
  ['POST /course/auth/calendar/room/save', 'revision'],
  ['POST /course/auth/calendar/cost/save', 'was'],
  ['POST /course/auth/training/material/save', 'was'],
  [
    'POST /course/auth/training/session/save',
    'revision',
    async ({ resourceId, ...fields }) => ({
      ...{ id: await mintSession(world.tenant, String(resourceId)), revision: 1 },
      ...fields,
    }),
  ],
  [
    'POST /course/auth/live/session/save',
    'was',
    async (added) => {
      const was = { title: 'Plan', startAt: new Date('2099-03-01T01:00:00Z'), endAt: new Date('2099-03-01T02:00:00Z') };
      const rules = { requiredPercent: 70, recordingCounts: true };
      const { id } = await mintLive(world.tenant, world.liveCourseId, { ...was, ...rules, status: 'planned' });
      return { ...added, id, was: { ...was, ...rules } };
    },
  ],
  [
    'POST /system/auth/content/category/save',
    'revision',
    async (added) => ({ ...added, id: await mintCategory(world.tenant, 'Seen'), revision: 1 }),
  ],
  ['POST /data/auth/media/folder/save', 'was'],
  ['POST /community/auth/label/save', 'revision'],
  [
    'POST /course/auth/certificate/kind/save',
    'revision',
    async (added) => ({ ...added, id: await mintCertificate(world.tenant, { code: 'portal-seen' }), revision: 0 }),
  ],
  ['POST /user/auth/terminal/save', 'revision'],
  ['POST /user/auth/organisation/department/save', 'revision'],
  ['POST /user/auth/organisation/position/save', 'revision'],
  ['POST /user/auth/people/save', 'revision'],
  [
    'POST /course/auth/study/tasks/save',
    'revision',
    async (added) => ({
      ...{ ...added, revision: 1 },
      id: await mintTask(world.tenant, [], [{ courseId: world.courseId }], 10, { code: 'portal-seen' }),
    }),
  ],
  [
    'POST /course/auth/requirement/save',
    'revision',
    async (added) => ({
      ...{ ...added, revision: 1 },
      id: await mintRequirement(world.tenant, { phase: 'draft', subject: { courseId: world.courseId } }),
    }),
  ],
  ['PUT /user/auth/enterprise/login/setting/save', 'revision'],
];

it.each(SAVES)('%s without `%s` stores nothing, and with an old one neither', async (name, seen, change) => {
  const input = { ...((await inputs[name](scene)) as Save) };
  const complete = change ? await change(input) : input;
  const { [seen]: _, ...blind } = complete;
  expect(await call(world.admin, name, blind as never)).toMatchObject({ code: 422, data: [{ field: seen }] });
  // What was seen is still what is stored.
  await ok(world.admin, name, complete as never);
  expect((await call(world.admin, name, complete as never)).code).toBe(409);
});
