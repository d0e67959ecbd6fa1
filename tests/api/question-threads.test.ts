import { setImmediate, setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { longestTurn, referenceLoop, turnRatio } from '../factories/event-loop.ts';
import * as files from '../factories/large-question-files.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { giftFile, mintBank, SINGLE } from '../factories/question.ts';
import { companionCookie } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Files and texts that take seconds to read or to show: they do so in other threads, and others notice nothing. */

let tenant: TestTenant;
let lecturer: TestPerson;
let bankId: string;
let reference: number;
beforeAll(async () => {
  tenant = await mintTenant();
  lecturer = await mintPerson(tenant, { userType: 2 });
  ({ bankId } = await mintBank(tenant, [lecturer]));
  reference = referenceLoop();
});

type Content = string | Uint8Array<ArrayBuffer>;

/** A form with a file, as bytes: making one of a large file takes the client, which is this thread here, a long turn. */
async function formOf(bank: string, content: Content) {
  const form = new FormData();
  form.set('bankId', bank);
  form.set('file', new File([content], 'quiz'));
  const made = new Response(form);
  return { type: made.headers.get('content-type')!, body: new Uint8Array(await made.arrayBuffer()) };
}

/** Sends a form piece by piece, as it arrives from a network. @returns the id of the import */
async function send({ type, body }: Awaited<ReturnType<typeof formOf>>): Promise<string> {
  let at = 0;
  const stream = new ReadableStream({
    async pull(to) {
      await setImmediate();
      if (at >= body.length) return to.close();
      to.enqueue(body.slice(at, (at += 65_536)));
    },
  });
  const headers = {
    host: tenant.host,
    authorization: `Bearer ${lecturer.token}`,
    cookie: companionCookie(lecturer.token),
    'content-type': type,
  };
  const sent = await portal.request(`http://${tenant.host}/gateway/exam/auth/question/import/upload`, {
    ...{ method: 'POST', headers, body: stream },
    // Required of streams by the standard of fetch.
    duplex: 'half',
  } as RequestInit);
  const { code, data } = (await sent.json()) as { code: number; data: { id: string } };
  expect(code).toBe(200);
  return data.id;
}
const bytes = (content: Uint8Array) => new Uint8Array(content);

describe('a file of questions', () => {
  it.each<[string, () => Content]>([
    ['of 19 MB', () => files.longGift(5_000, 3_800)],
    ['that packs tables of 30 MB', () => bytes(files.longTables(5, 500, 6_000))],
    ['of 6,000 questions of GIFT', () => files.manyGift(6_000)],
    ['of 2,000 questions of Moodle XML', () => files.manyMoodle(2_000)],
    ['that packs 6,000 items of QTI', () => bytes(files.qtiPackage(6_000))],
    ['with 400,000 nested elements', () => files.moodleText(files.nestedDivs(400_000))],
    ['with a table of 3,000 rows', () => files.moodleText(files.htmlTable(3_000))],
    ['with 40,000 notes that are not closed', () => files.openNotes(40_000)],
    ['with 30,000 pictures that are begun', () => files.openPictures(30_000)],
  ])(
    '%s holds up nobody, from the upload to the questions',
    async (_, make) => {
      const { bankId: ownBank } = await mintBank(tenant, [lecturer]);
      const form = await formOf(ownBank, make());
      let id = '';
      const upload = async () => {
        id = await send(form);
      };
      expect(await turnRatio(upload, reference)).toBeLessThan(1);
      const view = await longestTurn(() => ok(lecturer, 'POST /exam/auth/question/import/view', { id }));
      expect(view.turn / reference).toBeLessThan(1);
      const { reportHash } = view.result;
      const confirm = () => ok(lecturer, 'POST /exam/auth/question/import/confirm', { id, reportHash });
      expect((await longestTurn(confirm)).turn / reference).toBeLessThan(1);
    },
    300_000,
  );

  it('delays nobody who asks for something else while it is read', async () => {
    const { bankId: ownBank } = await mintBank(tenant, [lecturer]);
    const form = await formOf(ownBank, files.longGift(5_000, 3_800));
    let isRead = false;
    const began = performance.now();
    const reading = send(form).finally(() => {
      isRead = true;
    });
    let longest = 0;
    let asked = 0;
    while (!isRead) {
      const from = performance.now();
      const answer = await portal.request(`http://${tenant.host}/robots.txt`, { headers: { host: tenant.host } });
      expect(answer.status).toBe(200);
      longest = Math.max(longest, performance.now() - from);
      asked += 1;
      await setTimeout(20);
    }
    await reading;
    // Of the time that the file takes, because machines differ: who waited for it would wait for most of it.
    expect(longest / (performance.now() - began)).toBeLessThan(0.2);
    expect(asked).toBeGreaterThan(10);
  }, 120_000);

  it('is not read to its end when its sender has gone', async () => {
    const form = new FormData();
    form.set('bankId', bankId);
    form.set('file', new File([files.manyMoodle(5_000)], 'quiz'));
    const gone = new AbortController();
    const headers = {
      host: tenant.host,
      authorization: `Bearer ${lecturer.token}`,
      cookie: companionCookie(lecturer.token),
    };
    const sent = portal.request(`http://${tenant.host}/gateway/exam/auth/question/import/upload`, {
      ...{ method: 'POST', headers, body: form, signal: gone.signal },
    });
    void setTimeout(300).then(() => gone.abort());
    expect((await sent).status).toBe(503);
    // Its thread is free for others.
    expect((await call(lecturer, 'POST /exam/auth/question/import/upload', { bankId, file: giftFile() })).code).toBe(
      200,
    );
  });
});

describe('a question with formulas that become very long', () => {
  const stem = files.formulas(10).slice(0, 19_000);
  const texts = { zh: { stem: `${stem}$$`, options: SINGLE.texts.zh.options, analysis: `${stem}$$` } };
  const question = { ...SINGLE, texts, answer: 'A' };

  it('holds up nobody when it is previewed and saved, and keeps a bounded HTML', async () => {
    const preview = () => ok(lecturer, 'POST /exam/auth/question/preview', question);
    expect(await turnRatio(preview, reference)).toBeLessThan(1);
    const { result, turn } = await longestTurn(() =>
      ok(lecturer, 'POST /exam/auth/question/save', { ...question, bankId, difficulty: 1, topic: null, tags: [] }),
    );
    expect(turn / reference).toBeLessThan(1);
    const { html } = await ok(lecturer, 'GET /exam/auth/question/view', { id: result.id });
    expect(html.zh!.stem).toContain('<math');
    expect(JSON.stringify(html).length).toBeLessThan(400_000);
  });
});
