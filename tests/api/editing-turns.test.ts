import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { TEMPLATE_PARTS } from '#src/contract/rules/editing.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { courseDraft, NO_RULES } from '../factories/editing.ts';
import { referenceLoop, turnRatio } from '../factories/event-loop.ts';
import { ok } from '../factories/portal.ts';
import { startWorldProviders } from '../factories/providers.ts';
import { mintWorld, type World } from '../factories/world.ts';

/*
 * Others do not wait for an editor: what is done with the largest course never takes a turn of the event loop longer than the reference loop
 * (tests/api/event-loop.test.ts), which takes about 100 ms.
 */

const KIND = { kind: 'course' } as const;
const SAVE = 'POST /system/auth/content/save';
const VIEW = 'GET /system/auth/content/view';
const PUBLISH = 'POST /system/auth/content/publish';
const QUESTIONNAIRES = 10;

/** Questions each of which depends on the one before. */
const questions = Array.from({ length: 100 }, (_, n) => ({
  ...{
    code: `q${n}`,
    kind: 'single' as const,
    title: `Question ${n}`,
    hint: '',
    required: n > 0,
    rows: [],
    other: true,
  },
  options: ['a', 'b', 'c'].map((code) => ({ code, text: `Option ${code}` })),
  showIf: n === 0 ? null : { question: `q${n - 1}`, is: ['a', 'other'], from: null, to: null },
  ...{ least: null, most: null, leastLabel: '', mostLabel: '', long: false, maxLength: null },
}));
const questionnaire = {
  ...{ introduction: '', anonymous: true },
  pages: [{ code: 'page', title: '', introduction: '', showIf: null, questions }],
};

let world: World;
let reference: number;
let id: string;
beforeAll(async () => {
  const providers = await startWorldProviders();
  world = await mintWorld(providers, 'WorldOfEditors');
  reference = referenceLoop();
  const item = { parentId: null, fileId: null, fileName: null, examId: null, seconds: 60, questions: [], ...NO_RULES };
  const items = Array.from({ length: MAX_ITEMS.resources }, (_, n) => ({
    ...item,
    ...{ id: randomUUID(), name: `Item ${n}` },
    ...(n < QUESTIONNAIRES
      ? { type: 'questionnaire' as const, questionnaire }
      : { type: 'link' as const, url: `https://example.org/${n}` }),
  }));
  const document = courseDraft(world, { items });
  ({ id } = await ok(world.admin, SAVE, { ...KIND, document, revision: 0 }));
  return () => providers.stop();
});

/** The course as it is, with another name of its first item. */
async function changed() {
  const found = await ok(world.admin, VIEW, { ...KIND, id });
  if (found.kind !== 'course') throw new Error(found.kind);
  const { document, revision } = found;
  const items = document.items.map((item, n) => (n === 0 ? { ...item, name: `Item ${randomUUID()}` } : item));
  return { ...KIND, id, revision, document: { ...document, items } };
}

describe('what an editor does with a large course', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['open', () => ok(world.admin, VIEW, { ...KIND, id })],
    ['save', async () => ok(world.admin, SAVE, await changed())],
    ['publish', async () => ok(world.admin, PUBLISH, { ...KIND, ...(await ok(world.admin, SAVE, await changed())) })],
    [
      'ask for the consequences of a publication',
      async () => {
        await ok(world.admin, SAVE, await changed());
        return ok(world.admin, 'POST /system/auth/content/consequences', { ...KIND, ids: [id], action: 'publish' });
      },
    ],
    ['duplicate', () => ok(world.admin, 'POST /system/auth/content/duplicate', { ...KIND, id })],
    [
      'take as a template',
      () => {
        const template = { title: 'Next year', take: [...TEMPLATE_PARTS.course] };
        return ok(world.admin, 'POST /system/auth/content/duplicate', { ...KIND, id, template });
      },
    ],
    ['look at a version', () => ok(world.admin, 'GET /system/auth/content/version/view', { ...KIND, id, number: 1 })],
    [
      'withdraw and publish',
      async () => {
        await ok(world.admin, 'POST /system/auth/content/change', { ...KIND, ids: [id], action: 'withdraw' });
        const { revision } = await ok(world.admin, VIEW, { ...KIND, id });
        await ok(world.admin, PUBLISH, { ...KIND, id, revision });
      },
    ],
  ])('%s', async (_name, work) => {
    expect(await turnRatio(work, reference)).toBeLessThan(1);
  });
});
