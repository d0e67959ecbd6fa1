import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationInput } from '#src/contract/calls.ts';
import { NO_RULES, publishedCourse } from '../factories/editing.ts';
import { call, ok } from '../factories/portal.ts';
import { startWorldProviders } from '../factories/providers.ts';
import { mintPerson } from '../factories/tenant.ts';
import { mintWorld, type World } from '../factories/world.ts';

/* Rubrics of practical operations and job evaluations in the editor of their course. */

const SAVE = 'POST /system/auth/content/save';
const PUBLISH = 'POST /system/auth/content/publish';
const RESOURCE = 'GET /course/auth/evaluation/resource/view';
type Saved = Extract<OperationInput<typeof SAVE>, { kind: 'course' }>;
type Item = Saved['document']['items'][number];
type Evaluation = NonNullable<Item['evaluation']>;

let world: World;
beforeAll(async () => {
  world = await mintWorld(await startWorldProviders());
});

const criterion = (code: string, weight: number, levels: [number, string][] = []) => ({
  ...{ code, title: `Criterion ${code}`, description: 'As on the card', weight },
  levels: levels.map(([points, title]) => ({ points, title, description: points === 100 ? 'alone' : '' })),
});
const RULES: Evaluation = {
  ...{ passMark: 70, tries: 3, assessors: [] },
  criteria: [
    criterion('steps', 60),
    criterion('safety', 40, [
      [0, 'no'],
      [100, 'yes'],
    ]),
  ],
};

const itemOf = (type: 'practice' | 'evaluation', evaluation: Item['evaluation'], more: Partial<Item> = {}): Item => ({
  ...{ id: randomUUID(), parentId: null, name: 'Check of the pump', type, evaluation },
  ...{ fileId: null, fileName: null, examId: null, seconds: 0, questions: [], ...NO_RULES },
  ...more,
});
const stored = async (id: string) => {
  const found = await ok(world.admin, 'GET /system/auth/content/view', { kind: 'course', id });
  if (found.kind !== 'course') throw new Error(found.kind);
  return found;
};
/** Publishes a course with other items. @returns its errors: field and key */
async function change(id: string, items: Item[]): Promise<string[]> {
  const { document, revision } = await stored(id);
  const saved = await ok(world.admin, SAVE, { kind: 'course', id, revision, document: { ...document, items } });
  const answer = await call(world.admin, PUBLISH, { kind: 'course', ...saved });
  if (answer.code === 200) return [];
  expect(answer.code).toBe(422);
  return (answer.data as unknown as { field: string; key: string }[]).map(({ field }) => field);
}

describe('how an item is scored, in the editor of its course', () => {
  it('is what learners and assessors get', async () => {
    const assessor = await mintPerson(world.tenant, { userName: 'Grace Assessor' });
    const assessors = [{ userId: assessor.userId, userName: 'Grace Assessor' }];
    const item = itemOf('practice', { ...RULES, assessors });
    const { id } = await publishedCourse(world, { items: [item] });
    expect((await stored(id)).document.items[0]!.evaluation).toEqual({ ...RULES, assessors });
    const seen = await ok(world.learner, RESOURCE, { resourceId: item.id });
    expect(seen).toMatchObject({ kind: 'practice', maxTries: 3, assessors: ['Grace Assessor'], canStart: true });
    expect(seen.rubric).toMatchObject({ title: 'Check of the pump', passMark: 70 });
    expect(seen.rubric.criteria.map(({ code, weight, levels }) => [code, weight, levels.length])).toEqual([
      ['steps', 60, 0],
      ['safety', 40, 2],
    ]);
  });

  it('refuses what nobody could score or complete, at its field', async () => {
    const item = itemOf('evaluation', RULES);
    const { id } = await publishedCourse(world, { items: [item] });
    const refused = (evaluation: Item['evaluation']) => change(id, [{ ...item, evaluation }]);
    const at = 'items.0.evaluation';
    expect(await refused(null)).toEqual([at]);
    expect(await refused({ ...RULES, criteria: [] })).toEqual([`${at}.criteria`]);
    expect(await refused({ ...RULES, criteria: [criterion('steps', 60)] })).toEqual([`${at}.criteria`]);
    const twice = [criterion('a', 50), criterion('a', 50)];
    expect(await refused({ ...RULES, criteria: twice })).toEqual([`${at}.criteria`]);
    const unnamed = [{ ...criterion('a', 100), title: ' ' }];
    expect(await refused({ ...RULES, criteria: unnamed })).toEqual([`${at}.criteria.0.title`]);
    const same = [
      criterion('a', 100, [
        [50, 'x'],
        [50, 'y'],
      ]),
    ];
    expect(await refused({ ...RULES, criteria: same })).toEqual([`${at}.criteria.0.levels.1.points`]);
    const people = [world.learner, world.admin].map(({ userId }) => ({ userId, userName: 'x' }));
    expect(await refused({ ...RULES, assessors: people })).toEqual([`${at}.assessors`]);
    const stranger = [{ userId: randomUUID(), userName: 'x' }];
    expect(await refused({ ...RULES, assessors: stranger })).toEqual([`${at}.assessors`]);
    expect(await refused(RULES)).toEqual([]);
  });

  it('keeps its rubric for those who have begun, and says so before a publication', async () => {
    const assessor = await mintPerson(world.tenant, { userName: 'Alan Assessor' });
    const assessors = [{ userId: assessor.userId, userName: 'Alan Assessor' }];
    const item = itemOf('practice', { ...RULES, assessors });
    const { id } = await publishedCourse(world, { items: [item] });
    await ok(world.learner, 'POST /course/auth/evaluation/start', { resourceId: item.id });
    const next = { ...RULES, assessors, passMark: 90, criteria: [criterion('all', 100)] };
    const { document, revision } = await stored(id);
    const items = [{ ...item, evaluation: next }];
    await ok(world.admin, SAVE, { kind: 'course', id, revision, document: { ...document, items } });
    const { consequences } = await ok(world.admin, 'POST /system/auth/content/consequences', {
      ...{ kind: 'course', ids: [id], action: 'publish' },
    });
    expect(consequences).toContainEqual({ name: 'evaluationBegun', count: 1, names: ['Check of the pump'] });
    expect(await change(id, items)).toEqual([]);
    const { rubric, tries } = await ok(world.learner, RESOURCE, { resourceId: item.id });
    expect(rubric).toMatchObject({ passMark: 90 });
    expect(tries[0]!.rubric).toMatchObject({ passMark: 70 });
    // It cannot become one that is approved as a whole while somebody is being scored.
    expect(await change(id, [{ ...item, evaluation: null }])).toEqual(['items.0.evaluation']);
  });

  it('goes with copies, and can be given up for an approval', async () => {
    const item = itemOf('practice', RULES);
    const { id } = await publishedCourse(world, { items: [item] });
    const copy = await ok(world.admin, 'POST /system/auth/content/duplicate', { kind: 'course', id });
    const { document } = await stored(copy.id);
    expect(document.items[0]!.id).not.toBe(item.id);
    expect(document.items[0]!.evaluation).toEqual(RULES);
    const kindOf = async () => {
      const course = await ok(world.learner, 'GET /course/auth/study/course/view', { courseId: id });
      return course.resources[0]!.kind;
    };
    expect(await kindOf()).toBe('evaluation');
    expect(await change(id, [{ ...item, evaluation: null }])).toEqual([]);
    expect(await kindOf()).toBe('practice');
    expect((await stored(id)).document.items[0]!.evaluation).toBeNull();
    // A draft of before there were rubrics in it leaves what is stored.
    expect(await change(id, [{ ...item, evaluation: RULES }])).toEqual([]);
    const { evaluation: _, ...old } = item;
    expect(await change(id, [old])).toEqual([]);
    expect(await kindOf()).toBe('evaluation');
    expect((await stored(id)).document.items[0]!.evaluation).toEqual(RULES);
  });
});
