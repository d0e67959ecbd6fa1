import type { question } from '#src/contract/question.ts';
import { questionImport, questionImportPart } from '#src/server/question/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { insertQuestions } from '#src/server/question/write-questions.ts';
import { planImport } from '#src/server/question/transfer/plan-import.ts';
import { giftFile, mintBank, SINGLE } from '../question.ts';
import type { Inputs, Scene } from '../scene.ts';

/** A new bank, which the person may edit. */
const bankOf = ({ world, person }: Scene) => mintBank(world.tenant, [person], `Bank ${world.mark}`);

/** A report that waits for its confirmation by the person. */
async function importOf(scene: Scene) {
  const enterpriseId = scene.world.tenant.id;
  const { bankId } = await bankOf(scene);
  return withTenant(enterpriseId, async (db) => {
    const { reportHash } = await planImport(db, { enterpriseId, bankId }, []);
    const place = { file: 'x.gift', line: 3, item: 'Q1' };
    const content = { drafts: [], losses: [{ place, kind: 'skipped' as const, reason: 'noStem' as const }] };
    const row = { enterpriseId, bankId, userId: scene.person.userId, fileName: 'x.gift', content, reportHash };
    const [stored] = await db.insert(questionImport).values(row).returning({ id: questionImport.id });
    await db.insert(questionImportPart).values({ enterpriseId, importId: stored!.id, number: 1, drafts: [] });
    return { id: stored!.id, reportHash };
  });
}

export const questionInputs: Inputs<keyof typeof question> = {
  'POST /exam/auth/question/bank/page': () => ({}),
  'GET /exam/auth/question/bank/view': async (scene) => ({ id: (await bankOf(scene)).bankId }),
  'POST /exam/auth/question/bank/save': async (scene) => ({
    id: (await bankOf(scene)).bankId,
    revision: 1,
    title: 'Renamed',
  }),
  'GET /exam/auth/question/bank/uses': async (scene) => ({ id: (await bankOf(scene)).bankId }),
  'PUT /exam/auth/question/bank/delete': async (scene) => ({ id: (await bankOf(scene)).bankId, deleted: true }),
  'POST /exam/auth/question/page': async (scene) => ({ bankId: (await bankOf(scene)).bankId, keyword: 'power' }),
  'GET /exam/auth/question/view': async (scene) => ({ id: (await bankOf(scene)).questionId }),
  'POST /exam/auth/question/save': async (scene) => {
    const { bankId, questionId: id } = await bankOf(scene);
    return { ...SINGLE, bankId, id, version: 1, difficulty: 2, topic: null, tags: [], answer: 'A' };
  },
  'POST /exam/auth/question/grid/page': async (scene) => ({ bankId: (await bankOf(scene)).bankId }),
  'POST /exam/auth/question/grid/save': async (scene) => ({
    bankId: (await bankOf(scene)).bankId,
    rows: [{ key: '1', cells: GRID_CELLS }],
  }),
  'POST /exam/auth/question/grid/read': () => ({ text: '1. Fire is hot (√)' }),
  'POST /exam/auth/question/similar/page': async (scene) => {
    const { bankId } = await bankOf(scene);
    const twin = { ...SINGLE, bankId, code: 'twin', authorId: null, now: new Date() };
    await withTenant(scene.world.tenant.id, (db) => insertQuestions(db, scene.world.tenant.id, [twin]));
    return { bankId };
  },
  'POST /exam/auth/question/similar/keep': async (scene) => ({
    ids: [(await bankOf(scene)).questionId, (await bankOf(scene)).questionId],
  }),
  'POST /exam/auth/question/version/page': async (scene) => ({ id: (await bankOf(scene)).questionId }),
  'POST /exam/auth/question/bulk/save': async (scene) => ({
    action: 'withdraw',
    ids: [(await bankOf(scene)).questionId],
  }),
  'POST /exam/auth/question/bulk/uses': async (scene) => ({ ids: [(await bankOf(scene)).questionId] }),
  'POST /exam/auth/question/preview': () => SINGLE,
  'POST /exam/auth/question/file/upload': () => ({ file: SOUND }),
  'POST /exam/auth/question/import/upload': async (scene) => ({
    bankId: (await bankOf(scene)).bankId,
    file: giftFile(),
  }),
  'POST /exam/auth/question/import/view': async (scene) => ({ id: (await importOf(scene)).id }),
  'POST /exam/auth/question/import/confirm': importOf,
  'POST /exam/auth/question/download': async (scene) => ({ bankId: (await bankOf(scene)).bankId, format: 'gift' }),
  'GET /exam/auth/question/template': () => ({}),
};

const GRID_CELLS = {
  ...{ type: 'single', stem: 'What puts out an electrical fire?', options: ['Water', 'Carbon dioxide'], answer: 'B' },
  ...{ analysis: '', difficulty: '1', topic: 'Fire' },
};

/** A sound of one sample. */
const SOUND = new File(
  [Buffer.from('524946462600000057415645666d74201000000001000100401f0000401f00000100080064617461020000008080', 'hex')],
  'beep.wav',
);
