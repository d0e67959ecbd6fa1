import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DISPUTE_FILES } from '#src/server/exam/limits.ts';
import { verifyDisputeFile } from '#src/server/exam/verify-dispute-file.ts';
import { referenceLoop, turnRatio } from '../factories/event-loop.ts';
import { BLANK_KEY, mintExam, REFERENCE, right, SECRET } from '../factories/exam.ts';
import { journalOf, disputeFileOf } from '../factories/journal.ts';
import { call, download, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Appeals against switches, and the dispute file (docs/decisions/056). */

const SWITCH = 'POST /exam/auth/user/exam/switch/save';
const PAGE = 'POST /exam/auth/exam/switch/page';
const APPEAL = 'POST /exam/auth/user/exam/switch/appeal';
const DECIDE = 'POST /exam/auth/exam/switch/decide';
const PACK = 'GET /exam/auth/exam/evidence/pack';
const RESULT = 'GET /exam/auth/user/exam/result/view';

let tenant: TestTenant;
let lecturer: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  lecturer = await mintPerson(tenant, { userType: 2, userName: 'Lecturer' });
});

async function startAttempt(options: Parameters<typeof mintExam>[1] = {}) {
  const exam = await mintExam(tenant, { switchPolicy: 'warn', switchDwellSeconds: 0, ...options });
  const who = await mintPerson(tenant, { userName: 'Candidate <b>' });
  const { attemptId } = await ok(who, 'POST /exam/auth/user/exam/start', { id: exam.id });
  return { exam, who, attemptId };
}

async function takeExam(options: Parameters<typeof mintExam>[1] = {}) {
  const given = await startAttempt(options);
  const { exam, who, attemptId } = given;
  await ok(who, SWITCH, { attemptId, epoch: 1, clientKey: randomUUID(), dwellSeconds: 2 });
  const answers = [
    { questionId: exam.ids.single[0]!, epoch: 1, revision: 1, answer: right.single },
    { questionId: exam.ids.short[0]!, epoch: 1, revision: 1, answer: '我的 </script><b> answer' },
  ];
  await ok(who, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers });
  return given;
}

/** An attempt with one long answer. */
async function startLong() {
  const given = await startAttempt();
  const { exam, who, attemptId } = given;
  const questionId = exam.ids.short[0]!;
  const save = (revision: number, answer: string) =>
    ok(who, 'POST /exam/auth/user/exam/answer/save', {
      attemptId,
      epoch: 1,
      answers: [{ questionId, epoch: 1, revision, answer }],
    });
  return { ...given, save };
}

const mark = (exam: { ids: { short: string[] } }, attemptId: string) =>
  ok(lecturer, 'POST /exam/auth/exam/marking/save', {
    attemptId,
    marks: [{ questionId: exam.ids.short[0]!, score: 17.5, remark: 'REMARK-OF-THE-MARKER' }],
  });

describe('an appeal against a switch', () => {
  it('is seen by the marker with the evidence; a switch that is set aside does not count any longer', async () => {
    const { who, attemptId } = await takeExam();
    const { list, own } = await ok(who, PAGE, { attemptId });
    expect(own).toBe(true);
    expect(list).toMatchObject([{ kind: 'hide', counted: true, appeal: null }]);
    const { id: switchId } = list[0]!;
    await ok(who, APPEAL, { switchId, reason: ' The fire alarm rang ' });
    expect((await call(who, APPEAL, { switchId, reason: 'again' })).code).toBe(409);

    const seen = await ok(lecturer, PAGE, { attemptId });
    expect(seen).toMatchObject({ own: false, list: [{ appeal: { reason: 'The fire alarm rang', decision: null } }] });
    const note = 'The whole building was evacuated';
    await ok(lecturer, DECIDE, { switchId, decision: 'set_aside', note });
    expect((await call(lecturer, DECIDE, { switchId, decision: 'upheld' })).code).toBe(409);
    expect((await ok(who, PAGE, { attemptId })).list).toMatchObject([
      { counted: false, appeal: { decision: 'set_aside', note } },
    ]);
    expect((await ok(who, RESULT, { attemptId })).switchCount).toBe(0);
    const { rows, problems } = await journalOf(tenant, attemptId);
    expect(problems).toEqual([]);
    expect(rows.filter(({ kind }) => /appeal|decision/.test(kind)).map(({ content }) => content!.value)).toEqual([
      { reason: 'The fire alarm rang' },
      { note },
    ]);
  });

  it('that is not granted leaves the switch, and others have no say in it', async () => {
    const { who, attemptId } = await takeExam();
    const { id: switchId } = (await ok(who, PAGE, { attemptId })).list[0]!;
    const colleague = await mintPerson(tenant);
    for (const name of [PAGE, APPEAL] as const) {
      const input = name === PAGE ? { attemptId } : { switchId, reason: 'not mine' };
      expect((await call(colleague, name, input as never)).code).toBe(404);
    }
    expect((await call(lecturer, APPEAL, { switchId, reason: 'not mine' })).code).toBe(404);
    expect((await call(lecturer, DECIDE, { switchId, decision: 'upheld' })).code).toBe(409);
    await ok(who, APPEAL, { switchId, reason: 'a dialog' });
    expect((await call(who, DECIDE, { switchId, decision: 'set_aside' })).code).toBe(403);
    await ok(lecturer, DECIDE, { switchId, decision: 'upheld' });
    expect((await ok(who, RESULT, { attemptId })).switchCount).toBe(1);
  });

  it('is not decided by the person who appeals, although they mark', async () => {
    const exam = await mintExam(tenant, { switchPolicy: 'warn', switchDwellSeconds: 0 });
    const { attemptId } = await ok(lecturer, 'POST /exam/auth/user/exam/start', { id: exam.id });
    await ok(lecturer, SWITCH, { attemptId, epoch: 1, clientKey: randomUUID(), dwellSeconds: 2 });
    const { id: switchId } = (await ok(lecturer, PAGE, { attemptId })).list[0]!;
    await ok(lecturer, APPEAL, { switchId, reason: 'mine' });
    expect((await call(lecturer, DECIDE, { switchId, decision: 'set_aside' })).code).toBe(403);
  });
});

describe('a dispute file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pack-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Runs `npm run verify`. */
  async function verify(file: Buffer | string, ...more: string[]) {
    const path = join(folder, `${randomUUID()}.html`);
    await writeFile(path, file);
    // Without a database, or any other setting.
    const env = { PATH: process.env.PATH! };
    return promisify(execFile)(process.execPath, ['src/server/cli/verify.ts', path, ...more], { env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => error,
    );
  }

  it('proves the receipt without the database, for candidate and marker', async () => {
    const { exam, who, attemptId } = await takeExam();
    await mark(exam, attemptId);
    const { publicKey } = await ok(tenant.anonymous, 'GET /exam/api/evidence/key', {});
    for (const reader of [who, lecturer]) {
      const { fileName } = await ok(reader, PACK, { attemptId });
      expect(fileName).toBe(`exam-${attemptId}.html`);
      const file = await disputeFileOf(reader, attemptId);
      const { code, stdout } = await verify(file, '--key', publicKey);
      expect(stdout).toContain('2 counted answers');
      expect(stdout).toContain('signed by this installation');
      expect(code).toBe(0);
      const { content, problems } = verifyDisputeFile(Buffer.from(file));
      expect(problems).toEqual([]);
      expect(content!.rows).toEqual((await journalOf(tenant, attemptId)).rows);
      expect(file).toContain('Candidate &lt;b&gt;');
    }
    const file = await disputeFileOf(who, attemptId);
    const other = await verify(file, '--key', publicKey.replace(/^../, '00'));
    expect(other).toMatchObject({ code: 1, stdout: expect.stringContaining('another installation') });
  });

  it('is found to be changed whichever byte is', async () => {
    const { who, attemptId } = await takeExam();
    const file = Buffer.from(await disputeFileOf(who, attemptId));
    expect(verifyDisputeFile(file).problems).toEqual([]);
    const from = file.lastIndexOf('<!-- zhixing');
    // Every byte of the last line, and bytes from everywhere else: text, markup, numbers, JSON, characters of three bytes.
    const places = [
      ...Array.from({ length: file.length - from + 1 }, (_, i) => from - 1 + i),
      ...Array.from({ length: 400 }, (_, i) => Math.floor((i / 400) * from)),
      file.indexOf('我'),
      file.indexOf('"hash"') + 10,
      file.indexOf('"receipt"') + 3,
    ];
    for (const place of places) {
      for (const bit of [0, 5]) {
        const changed = Buffer.from(file);
        changed[place]! ^= 1 << bit;
        expect(verifyDisputeFile(changed).problems, `byte ${place}, bit ${bit}`).toHaveLength(1);
      }
    }
    for (const cut of [
      file.subarray(1),
      file.subarray(0, -1),
      Buffer.concat([file, Buffer.from('\n')]),
      Buffer.alloc(0),
    ])
      expect(verifyDisputeFile(cut).problems).toHaveLength(1);
    const { code } = await verify(file.subarray(0, -1));
    expect(code).toBe(1);
  });

  it('contains neither right answers, nor marks before the review opens', async () => {
    const { exam, who, attemptId } = await takeExam({ reviewPolicy: 'after_window' });
    await mark(exam, attemptId);
    const file = await disputeFileOf(who, attemptId);
    for (const secret of [SECRET, REFERENCE, BLANK_KEY, 'REMARK-OF-THE-MARKER', '17.5'])
      expect(file).not.toContain(secret);
    const { problems, withheld, answers } = verifyDisputeFile(Buffer.from(file));
    // The mark, and the final result.
    expect([problems, withheld, Object.keys(answers!).length]).toEqual([[], 2, 2]);
    const ofMarker = await disputeFileOf(lecturer, attemptId);
    expect(ofMarker).toContain('REMARK-OF-THE-MARKER');
    for (const secret of [SECRET, REFERENCE, BLANK_KEY]) expect(ofMarker).not.toContain(secret);
  });

  it('is sent by parts as it is read, one at a time per person, and not without end', async () => {
    const { who, attemptId, save } = await startLong();
    // About 3 MB of a journal: what is sent must not be collected before.
    for (let revision = 1; revision <= 50; revision++) await save(revision, '长'.repeat(20_000));
    await ok(who, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers: [] });
    const { url } = await ok(who, PACK, { attemptId });
    const first = await download(who, url);
    expect(first.status).toBe(200);
    expect(first.headers.get('content-disposition')).toBe(`attachment; filename="exam-${attemptId}.html"`);
    const reader = first.body!.getReader();
    const { value } = await reader.read();
    expect(value!.length).toBeLessThan(200_000);
    // Nobody else reads meanwhile: not this candidate again, in two ways, but others.
    expect((await download(who, url)).status).toBe(429);
    expect((await call(who, PACK, { attemptId })).code).toBe(429);
    expect(verifyDisputeFile(Buffer.from(await disputeFileOf(lecturer, attemptId))).problems).toEqual([]);
    await reader.cancel();
    const file = Buffer.from(await disputeFileOf(who, attemptId));
    expect(file.length).toBeGreaterThan(50 * 60_000);
    expect(verifyDisputeFile(file)).toMatchObject({ problems: [], withheld: 0 });
    // A candidate who only asks for the beginning again and again.
    const statuses: number[] = [];
    for (let n = 0; n < DISPUTE_FILES.limit; n++) {
      const answer = await download(who, url);
      statuses.push(answer.status);
      await answer.body!.cancel();
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(DISPUTE_FILES.limit - 2);
    expect(statuses.at(-1)).toBe(429);
    expect((await call(who, PACK, { attemptId })).code).toBe(429);
  });

  it('of many long answers holds up nobody while it is made', async () => {
    const { who, attemptId, save } = await startLong();
    for (let revision = 1; revision <= 60; revision++) await save(revision, `${revision} ${'长'.repeat(19_990)}`);
    await ok(who, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers: [] });
    expect(await turnRatio(() => disputeFileOf(who, attemptId), referenceLoop())).toBeLessThan(1);
  });

  it('is not sent without a session, or to others', async () => {
    const { who, attemptId } = await takeExam();
    const { url } = await ok(who, PACK, { attemptId });
    const elsewhere = await mintTenant();
    for (const other of [tenant.anonymous, await mintPerson(tenant), await mintPerson(elsewhere)])
      expect((await download(other, url)).status).toBe(404);
    const { who: sitting, attemptId: open } = await startAttempt();
    expect((await download(sitting, url.replace(attemptId, open))).status).toBe(409);
    expect((await download(who, url.replace(attemptId, 'x'))).status).toBe(404);
  });

  it('is for closed attempts, and not for others', async () => {
    const { who, attemptId } = await startAttempt();
    expect((await call(who, PACK, { attemptId })).code).toBe(409);
    const colleague = await mintPerson(tenant);
    expect((await call(colleague, PACK, { attemptId })).code).toBe(404);
  });

  it('is not for a marker who still has to take an exam with its questions', async () => {
    const { exam, attemptId } = await takeExam();
    await ok(lecturer, 'POST /exam/auth/user/exam/start', { id: exam.id });
    expect((await call(lecturer, PACK, { attemptId })).code).toBe(409);
  });
});
