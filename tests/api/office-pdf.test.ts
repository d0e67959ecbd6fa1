import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePptx, pptxParts, relations } from '../demo-media/office.ts';
import { zip } from '../demo-media/zip.ts';
import { fileRendition } from '#src/server/file/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { settings } from '#src/server/core/settings.ts';
import { makePdf } from '#src/server/document/office/make-pdf.ts';
import { queuePdfs } from '#src/server/document/office/queue-pdfs.ts';
import { officePath } from '#src/server/document/office/run-office.ts';
import { MAX_ATTEMPTS } from '#src/server/file/rendition-row.ts';
import { makePdfJob } from '#src/server/jobs/make-pdf.ts';
import { mintCourse } from '../factories/course.ts';
import { mintDocument, pdf, png } from '../factories/office-files.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { openPlayer, passTime } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* PDFs of Office files: with programs that behave as LibreOffice does, and with LibreOffice itself where it is installed. */

const VIEW = 'GET /course/auth/study/document/view';
const OLD = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
const LIMITS = { seconds: 60, memoryMb: 4_096, fileMb: 150 };

let tenant: TestTenant;
let learner: TestPerson;
let folder: string;
const installed = officePath();
beforeAll(async () => {
  tenant = await mintTenant();
  learner = await mintPerson(tenant);
  folder = await mkdtemp(join(tmpdir(), 'd-office-'));
  await writeFile(join(folder, 'three.pdf'), pdf(['One', 'Two', 'Three']));
});
afterAll(async () => {
  settings().sofficePath = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** An executable in place of LibreOffice; `$out` is where it writes, `$in` what it reads. */
async function office(script: string): Promise<void> {
  const path = join(folder, randomUUID());
  const places = 'while [ $# -gt 1 ]; do [ "$1" = --outdir ] && out="$2"; shift; done; in="$1"';
  await writeFile(path, `#!/bin/sh\n${places}\n${script}\n`);
  await chmod(path, 0o755);
  settings().sofficePath = path;
}
const works = () => office(`cp ${join(folder, 'three.pdf')} "$out/input.pdf"`);

/** A course with a file, and the conversion of it. */
async function course(type: 'doc' | 'pptx', bytes: Buffer, more: Parameters<typeof mintDocument>[4] = {}) {
  const courseId = await mintCourse(tenant);
  const { fileId, resourceId } = await mintDocument(tenant, courseId, type, bytes, more);
  const job = { enterpriseId: tenant.id, fileId };
  await withTenant(tenant.id, (db) => db.insert(fileRendition).values(job));
  const row = () =>
    withTenant(tenant.id, async (db) => {
      const here = and(eq(fileRendition.enterpriseId, tenant.id), eq(fileRendition.fileId, fileId));
      return (await db.select().from(fileRendition).where(here))[0]!;
    });
  const view = () => ok(learner, VIEW, { resourceId });
  const room = async () =>
    (await ok(learner, 'GET /course/auth/study/course/view', { courseId })).resources.find(
      ({ subResourceId }) => subResourceId === resourceId,
    )!;
  return { job, row, view, room, resourceId };
}
const get = (path: string) => portal.request(`http://${tenant.host}${path}`, { headers: { host: tenant.host } });
const deck = makePptx([{ title: 'Start', points: ['one'] }]);

describe('a PDF of an Office file', () => {
  it.each([
    ['doc', OLD],
    ['pptx', deck],
  ] as const)('of the type %s is read page by page instead of the file', async (type, bytes) => {
    await works();
    const { job, row, view, room, resourceId } = await course(type, bytes);
    await view();
    expect(await makePdf(job, new Date())).toBeNull();
    expect(await row()).toMatchObject({ status: 'ready', attempts: 1, error: null });
    const found = await view();
    expect(found).toMatchObject({ format: 'pdf', problem: null, pageCount: 3, totalDuration: 30, outline: [] });
    const response = await get(found.pdfUrl!);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(await readFile(join(folder, 'three.pdf')));
    // The signature is for this file; and the file itself is still what is downloaded.
    expect((await get(found.pdfUrl!.replace(/[\w-]\/document/, '_/document'))).status).toBe(404);
    const { kind, counted, fileUrl } = await room();
    expect([kind, counted]).toEqual(['reading', true]);
    expect(Buffer.from(await (await get(fileUrl!)).arrayBuffer())).toEqual(bytes);
    // Who reads the slides at this moment can go on.
    const page = await call(learner, 'GET /course/auth/study/document/page', { resourceId, number: 1 });
    expect(page.code).toBe(type === 'pptx' ? 200 : 404);
    // A job that runs again changes nothing.
    const before = await row();
    expect(await makePdf(job, new Date())).toBeNull();
    expect(await row()).toEqual(before);
  });

  it('gets the file with the ending that says how to read it, and none of the settings of the portal', async () => {
    await office(
      `env > ${join(folder, 'env')}; echo "$in" > ${join(folder, 'in')}; cp ${join(folder, 'three.pdf')} "$out/input.pdf"`,
    );
    process.env['DATABASE_URL'] ??= '';
    const { job } = await course('doc', OLD, { fileName: 'Table of 2003.XLS' });
    expect(await makePdf(job, new Date())).toBeNull();
    expect((await readFile(join(folder, 'in'), 'utf8')).trim()).toMatch(/\/input\.xls$/);
    const names = (await readFile(join(folder, 'env'), 'utf8')).split('\n').map((line) => line.split('=')[0]);
    expect(names).not.toContain('DATABASE_URL');
    expect(names).not.toContain('DATA_DIR');
    expect(names).toContain('http_proxy');
  });
});

describe('a conversion', () => {
  const failing = async (script: string, limits = LIMITS) => {
    await office(script);
    const { job, row, view } = await course('pptx', deck);
    const error = await makePdf(job, new Date(), limits);
    // The slides are shown as they are without it.
    expect(await view()).toMatchObject({ format: 'pptx', problem: null, pageCount: 1, pdfUrl: null });
    return { error, row: await row() };
  };

  it('that hangs is killed with the programs that it has started', async () => {
    const { error, row } = await failing(
      `(trap '' TERM HUP; sleep 300) & echo $! > ${join(folder, 'child')}; trap '' TERM; sleep 300`,
      { ...LIMITS, seconds: 1 },
    );
    expect(error).toMatch(/was killed/);
    expect(row).toMatchObject({ status: 'pending', attempts: 1, folder: null });
    const child = Number(await readFile(join(folder, 'child'), 'utf8'));
    const isAlive = () => {
      try {
        process.kill(child, 0);
        return true;
      } catch {
        return false;
      }
    };
    await expect.poll(isAlive, { timeout: 5_000 }).toBe(false);
  });

  it('that fails, makes nothing or makes no PDF says so', async () => {
    expect((await failing('echo "source file could not be loaded" >&2; exit 1')).error).toMatch(
      /ended with 1: source file/,
    );
    expect((await failing('exit 0')).error).toMatch(/made no PDF/);
    const damaged = await failing('echo "%PDF-1.7 nothing" > "$out/input.pdf"');
    expect(damaged.error).toMatch(/cannot be shown: broken/);
    expect(damaged.row.status).toBe('failed');
  });

  it('that writes without end, or needs more memory than it may, ends', async () => {
    const small = { ...LIMITS, fileMb: 2 };
    const endless = await failing('while :; do printf "%065536d" 0; done > "$out/input.pdf"', small);
    expect(endless.error).toMatch(/LibreOffice (ended|was killed)|too large/);
    const hungry = await failing(`exec ${process.execPath} -e 'Buffer.alloc(3_000_000_000, 1)'`, {
      ...LIMITS,
      memoryMb: 512,
    });
    expect(hungry.error).toMatch(/LibreOffice (ended|was killed)/);
    // Nothing is left behind.
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('zhixing-office-'))).toEqual([]);
  });

  it('is tried three times, and then left alone', async () => {
    await office('exit 77');
    const { job, row } = await course('doc', OLD);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      await expect(makePdfJob(job)).rejects.toThrow('ended with 77');
      expect(await row()).toMatchObject({ status: attempt < MAX_ATTEMPTS ? 'pending' : 'failed', attempts: attempt });
    }
    await makePdfJob(job);
    expect(await row()).toMatchObject({ status: 'failed', attempts: MAX_ATTEMPTS });
  });

  it('is not tried with a file that the portal refuses', async () => {
    await office(`touch ${join(folder, 'started')}; exit 1`);
    const { job, row } = await course('pptx', zip({ ...pptxParts([]), 'ppt/bomb.xml': ' '.repeat(50_000_000) }));
    expect(await makePdf(job, new Date())).toMatch(/not shown: unsafe/);
    expect(await row()).toMatchObject({ status: 'failed' });
    expect(await readdir(folder)).not.toContain('started');
  });
});

describe('without LibreOffice', () => {
  it('nothing is tried, and a file of an old format counts when it has been read for its time', async () => {
    settings().sofficePath = '/nowhere/soffice';
    const { job, row, view, room, resourceId } = await course('doc', OLD);
    expect(await makePdf(job, new Date())).toBeNull();
    expect(await row()).toMatchObject({ status: 'pending', attempts: 0 });
    expect(await view()).toMatchObject({ format: null, problem: 'oldFormat', totalDuration: 60, pdfUrl: null });
    expect(await room()).toMatchObject({ kind: 'reading', counted: true, documentKind: 'word' });
    const player = await openPlayer(learner, resourceId);
    await passTime(tenant, learner, 20);
    // Confirmed too early: only the time that has passed counts.
    const early = await player.report([[0, 60]]);
    expect(early.resource.completed).toBe(false);
    expect(early.resource.watchedSeconds).toBeLessThan(30);
    await passTime(tenant, learner, 60);
    expect((await player.report([[0, 60]])).resource).toMatchObject({ studyProgress: 100, completed: true });
  });

  it('a longer file asks for half an hour at most, which the study clock counts at once', async () => {
    const { view } = await course('doc', OLD, { totalDuration: 7_200 });
    await view();
    expect(await view()).toMatchObject({ totalDuration: 1_800 });
  });
});

it('files of courses are queued once, files that people submit never', async () => {
  const here = await mintTenant();
  const courseId = await mintCourse(here);
  await mintDocument(here, courseId, 'pptx', deck);
  await mintDocument(here, courseId, 'doc', OLD);
  await mintDocument(here, courseId, 'docx', deck);
  const handedIn = await mintDocument(here, courseId, 'pptx', deck);
  await withTenant(here.id, async (db) => {
    const { courseResource } = await import('#src/server/course/tables.ts');
    await db.delete(courseResource).where(eq(courseResource.id, handedIn.resourceId));
  });
  const queue = () => withTenant(here.id, (db) => queuePdfs(db, here.id));
  expect(await queue()).toBe(2);
  expect(await queue()).toBe(0);
});

it('the LibreOffice of this machine makes a page of each slide, and loads nothing from elsewhere; or there is none', async () => {
  settings().sofficePath = installed ?? '/nowhere/soffice';
  const requests: unknown[] = [];
  const elsewhere = createServer((request, response) => {
    requests.push(request.url);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/pixel.png`;
  const parts = pptxParts([
    { title: 'Start', points: ['one'], picture: await png() },
    { title: 'End', points: ['two'] },
  ]);
  parts['ppt/slides/_rels/slide1.xml.rels'] = relations([
    ['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
    ['rId2', 'image', address, ' TargetMode="External"'],
  ]);
  parts['ppt/slides/slide1.xml'] = String(parts['ppt/slides/slide1.xml']).replace('r:embed="rId2"', 'r:link="rId2"');
  const { job, view } = await course('pptx', zip(parts));
  const error = await makePdf(job, new Date());
  elsewhere.close();
  expect(error).toBeNull();
  expect(await view()).toMatchObject(
    installed ? { format: 'pdf', problem: null, pageCount: 2 } : { format: 'pptx', problem: null, pageCount: 2 },
  );
  expect(requests).toEqual([]);
  // Without rights to the resources of the course, there is no address of the PDF either.
  const stranger = await mintPerson(await mintTenant());
  expect((await call(stranger, VIEW, { resourceId: randomUUID() })).code).toBe(404);
}, 120_000);
