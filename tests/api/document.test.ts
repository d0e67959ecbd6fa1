import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { docxParts, makeDocx, makePptx, makeXlsx, pptxParts, relations } from '../demo-media/office.ts';
import { zip } from '../demo-media/zip.ts';
import { document, documentPage } from '#src/server/document/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { TaskPool } from '#src/server/core/worker/task-pool.ts';
import { convertDocument } from '#src/server/document/convert/convert-document.ts';
import { mintCourse } from '../factories/course.ts';
import type { MIME } from '../factories/office-files.ts';
import { mintDocument, pdf, png } from '../factories/office-files.ts';
import { call, ok } from '../factories/portal.ts';
import { openPlayer, passTime } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const VIEW = 'GET /course/auth/study/document/view';
const PAGE = 'GET /course/auth/study/document/page';

let tenant: TestTenant;
let learner: TestPerson;
let courseId: string;

beforeAll(async () => {
  tenant = await mintTenant();
  learner = await mintPerson(tenant);
  courseId = await mintCourse(tenant);
});

const mint = (type: keyof typeof MIME, bytes: Buffer | string, more?: Parameters<typeof mintDocument>[4]) =>
  mintDocument(tenant, courseId, type, bytes, more);
const page = async (resourceId: string, number: number) => (await ok(learner, PAGE, { resourceId, number })).html;

describe('a document', () => {
  it('of Word becomes sections with headings, lists and tables, converted once', async () => {
    const { resourceId, fileId } = await mint(
      'docx',
      makeDocx([
        { heading: 'Rules & <duties>' },
        { text: 'A long text. '.repeat(60) },
        { points: ['first', 'second'] },
        { table: [['a', 'b']] },
        { heading: 'The end' },
        { text: 'Done.' },
      ]),
    );
    const [view, again] = await Promise.all([ok(learner, VIEW, { resourceId }), ok(learner, VIEW, { resourceId })]);
    expect(view).toEqual({
      format: 'docx',
      pdfUrl: null,
      problem: null,
      pageCount: 2,
      totalDuration: 20,
      resumePage: 1,
      outline: [
        { page: 1, title: 'Rules & <duties>' },
        { page: 2, title: 'The end' },
      ],
    });
    expect(again).toEqual(view);
    expect(await page(resourceId, 1)).toMatch(
      /^<h2>Rules &amp; &lt;duties&gt;<\/h2><p>A long.*<ul><li>first<\/li><li>second<\/li><\/ul>.*<td><p>a<\/p><\/td>/s,
    );
    expect(await page(resourceId, 2)).toBe('<h2>The end</h2><p>Done.</p>');
    // Read from the table: a change there is seen.
    await withTenant(tenant.id, (db) =>
      db.update(documentPage).set({ html: '<p>kept</p>' }).where(eq(documentPage.fileId, fileId)),
    );
    await ok(learner, VIEW, { resourceId });
    expect(await page(resourceId, 2)).toBe('<p>kept</p>');
  });

  it('of Excel has one page for each visible sheet, with the results of formulas', async () => {
    const bytes = await makeXlsx([
      {
        name: 'People',
        rows: [
          ['Name', 'Days'],
          ['<b>Li</b>', 0.1 + 0.2],
        ],
      },
      { name: '统计', rows: [['共', 3]] },
    ]);
    const { resourceId } = await mint('xlsx', bytes);
    const view = await ok(learner, VIEW, { resourceId });
    expect([view.pageCount, view.outline.map(({ title }) => title)]).toEqual([2, ['People', '统计']]);
    expect(await page(resourceId, 1)).toContain('<tr><td>&lt;b&gt;Li&lt;/b&gt;</td><td>0.3</td></tr>');
    expect(await page(resourceId, 2)).toContain('共');
  });

  it('of PowerPoint has one page for each slide, title first, with pictures encoded again', async () => {
    const original = await png();
    const { resourceId } = await mint(
      'pptx',
      makePptx([
        { title: 'Start', points: ['one', 'two'], picture: original },
        { title: 'End', points: [] },
      ]),
    );
    expect(await ok(learner, VIEW, { resourceId })).toMatchObject({
      pageCount: 2,
      outline: [{ page: 1 }, { page: 2 }],
    });
    const html = await page(resourceId, 1);
    expect(html).toMatch(/^<h2>Start<\/h2><ul><li>one<\/li><li>two<\/li><\/ul>/);
    expect(html).toMatch(/<img width="60" height="40" [^>]*alt="Start" src="data:image\/webp;base64,[\w+/=]+">/);
    expect(html).not.toContain(original.toString('base64').slice(40, 80));
  });

  it('of text, Markdown or CSV is shown in its own encoding, without raw HTML', async () => {
    const gbk = Buffer.from([0xb0, 0xb2, 0xc8, 0xab, 0x2c, 0xc9, 0xfa, 0xb2, 0xfa, 0x0a, 0x31, 0x2c, 0x32]);
    const found = await Promise.all(
      (
        [
          ['txt', 'one\r\n  <i>two</i>'],
          ['md', '# Title\n\n<script>alert(1)</script> **bold** ![x](https://evil.example/x.png) [in](/account)'],
          ['csv', gbk],
        ] as const
      ).map(async ([type, text]) => {
        const { resourceId } = await mint(type, text);
        expect(await ok(learner, VIEW, { resourceId })).toMatchObject({ problem: null, pageCount: 1 });
        return page(resourceId, 1);
      }),
    );
    expect(found[0]).toBe('<div class="plain-text">one\n  &lt;i&gt;two&lt;/i&gt;</div>');
    expect(found[1]).toContain('<strong>bold</strong>');
    expect(found[1]).not.toMatch(/<script|<img|href=/);
    expect(found[2]).toContain('<th scope="col">安全</th><th scope="col">生产</th>');
  });

  it('of PDF has its pages counted; a picture is one page', async () => {
    const { resourceId } = await mint('pdf', pdf(['One', 'Two', 'Three']));
    expect(await ok(learner, VIEW, { resourceId })).toMatchObject({ format: 'pdf', pageCount: 3, totalDuration: 30 });
    const picture = await mint('png', await png());
    expect(await ok(learner, VIEW, { resourceId: picture.resourceId })).toMatchObject({
      format: 'picture',
      pageCount: 1,
    });
  });

  it('is shown only to those who may study the course', async () => {
    const { resourceId } = await mint('md', 'secret');
    await ok(learner, VIEW, { resourceId });
    const stranger = await mintPerson(await mintTenant());
    for (const [name, input] of [
      [VIEW, { resourceId }],
      [PAGE, { resourceId, number: 1 }],
    ] as const) {
      expect((await call(stranger, name, input as never)).code).toBe(404);
    }
    const closed = await mintCourse(tenant, { registrationRequired: true });
    const inClosed = await mintDocument(tenant, closed, 'md', 'secret');
    expect((await call(learner, VIEW, { resourceId: inClosed.resourceId })).code).toBe(403);
    expect((await call(learner, PAGE, { resourceId, number: 2 })).code).toBe(404);
    expect((await call(learner, VIEW, { resourceId: randomUUID() })).code).toBe(404);
  });
});

describe('coverage of a document', () => {
  it('has at least three seconds for each page, and is full when every page was seen', async () => {
    const { resourceId } = await mint('pdf', pdf(['1', '2', '3', '4']), { totalDuration: 5 });
    expect((await ok(learner, VIEW, { resourceId })).totalDuration).toBe(12);
    const player = await openPlayer(learner, resourceId);
    await passTime(tenant, learner, 60);
    const first = await player.report([[0, 9]], { position: 6 });
    expect(first.resource).toMatchObject({ watchedSeconds: 9, completed: false });
    expect((await ok(learner, VIEW, { resourceId })).resumePage).toBe(3);
    const { missingPages } = await ok(learner, 'GET /course/auth/study/explain', { resourceId });
    expect(missingPages).toEqual([[4, 4]]);
    const asked = { subjectType: 'resource', subjectId: resourceId } as const;
    const { facts } = await ok(learner, 'GET /course/auth/appeal/explain', asked);
    expect(facts.find(({ key }) => key === 'missingPages')?.items).toEqual(['4']);
    expect((await player.report([[9, 12]])).resource).toMatchObject({ studyProgress: 100, completed: true });
  });

  it('forged: no more seconds than passed are counted, nor any beyond the last page', async () => {
    const person = await mintPerson(tenant);
    const { resourceId } = await mint('pdf', pdf(['1', '2', '3']));
    await ok(person, VIEW, { resourceId });
    const player = await openPlayer(person, resourceId);
    await passTime(tenant, person, 10);
    const found = await player.report([[0, 600]]);
    expect(found.resource.watchedSeconds).toBeLessThanOrEqual(13);
    expect([found.refusal, found.resource.completed]).toEqual(['tooFast', false]);
  });

  it('of one that cannot be shown is none: it does not keep the course from being completed', async () => {
    const course = await mintCourse(tenant);
    const { resourceId } = await mintDocument(tenant, course, 'docx', 'no Word document');
    const room = async () =>
      (await ok(learner, 'GET /course/auth/study/course/view', { courseId: course })).resources.map(
        ({ kind, counted }) => [kind, counted],
      );
    expect(await room()).toContainEqual(['reading', true]);
    expect(await ok(learner, VIEW, { resourceId })).toMatchObject({ problem: 'broken', pageCount: 0 });
    expect(await room()).toEqual([['download', false]]);
    expect((await call(learner, 'POST /course/auth/study/player/open', { resourceId })).code).toBe(409);
  });
});

describe('a hostile file', () => {
  const problemOf = async (type: keyof typeof MIME, bytes: Buffer) => {
    const { resourceId, fileId } = await mint(type, bytes);
    const { problem } = await ok(learner, VIEW, { resourceId });
    const [row] = await withTenant(tenant.id, (db) => db.select().from(document).where(eq(document.fileId, fileId)));
    expect(row!.problem).toBe(problem);
    return problem;
  };
  const word = (xml: string) => zip({ ...docxParts([]), 'word/document.xml': xml });

  it('that unpacks to far more than it is, or than it says, is refused', async () => {
    expect(await problemOf('docx', word(' '.repeat(50_000_000)))).toBe('unsafe');
    const lying = word(' '.repeat(900_000));
    // The size in the directory and in the local header, made smaller.
    const size = Buffer.alloc(4);
    size.writeUInt32LE(900_000);
    const small = Buffer.alloc(4);
    small.writeUInt32LE(500);
    for (let at = lying.indexOf(size); at >= 0; at = lying.indexOf(size, at + 4)) small.copy(lying, at);
    expect(await problemOf('docx', lying)).toBe('unsafe');
  });

  it('with names that point outside, or entities that expand or read files, is refused', async () => {
    expect(
      await problemOf('pptx', zip({ ...pptxParts([{ title: 'x', points: [] }]), '../../etc/cron.d/x': 'x' })),
    ).toBe('unsafe');
    const entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><x>&b;</x>';
    expect(await problemOf('docx', word(entities))).toBe('unsafe');
    expect(await problemOf('docx', word('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'))).toBe(
      'unsafe',
    );
  });

  it('with a password, or damaged, or of another type, says so', async () => {
    expect(await problemOf('docx', Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toBe('password');
    expect(await problemOf('xlsx', Buffer.from('PK\x03\x04 nothing'))).toBe('broken');
    expect(await problemOf('pptx', zip({ 'x.xml': '<x/>' }))).toBe('broken');
    expect(await problemOf('pdf', Buffer.from('%PDF-1.7 nothing'))).toBe('broken');
    expect(await problemOf('txt', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]))).toBe('broken');
  });

  it('with macros shows its text only, and pictures on other computers are not loaded', async () => {
    const requests: unknown[] = [];
    const elsewhere = createServer((request, response) => {
      requests.push(request.url);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    onTestFinished(() => void elsewhere.close());
    const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/pixel.png`;
    const parts = pptxParts([{ title: 'Look', points: ['text'], picture: await png() }]);
    parts['ppt/slides/_rels/slide1.xml.rels'] = relations([['rId2', 'image', address, ' TargetMode="External"']]);
    parts['ppt/vbaProject.bin'] = 'Sub AutoOpen()';
    const slides = await mint('pptx', zip(parts));
    await ok(learner, VIEW, { resourceId: slides.resourceId });
    expect(await page(slides.resourceId, 1)).toBe(
      '<h2>Look</h2><p>text</p><p><span class="absent">图片（未显示，请下载文件查看） · Look</span></p>',
    );

    const linked = docxParts([{ text: 'before' }]);
    linked['word/_rels/document.xml.rels'] = relations([
      ['rId9', 'image', address, ' TargetMode="External"'],
      ['rId8', 'hyperlink', 'javascript:alert(1)', ' TargetMode="External"'],
    ]);
    linked['word/document.xml'] = String(linked['word/document.xml']).replace(
      '</w:body>',
      '<w:p><w:hyperlink r:id="rId8"><w:r><w:t>click</w:t></w:r></w:hyperlink></w:p><w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:link="rId9"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p></w:body>',
    );
    const { resourceId } = await mint('docx', zip(linked));
    await ok(learner, VIEW, { resourceId });
    expect(await page(resourceId, 1)).toBe(
      '<p>before</p><p>click</p><p><span class="absent">图片（未显示，请下载文件查看）</span></p>',
    );
    expect(requests).toEqual([]);
  });

  it('that takes too long ends with its thread, and the next one has another', async () => {
    // Seconds of work.
    const slow = new TextEncoder().encode(`# a\n\n${'*x* [a](b) `c` '.repeat(50)}\n\n`.repeat(5000));
    const waiting = { all: 10, ofOwner: 10 };
    const pool = new TaskPool({ threads: 1, waiting, processorMs: 1, wallMs: 60_000, heapMb: 384 });
    expect(await convertDocument({ format: 'markdown', bytes: slow }, 'a', pool)).toEqual({ problem: 'tooSlow' });
    expect(await convertDocument({ format: 'text', bytes: new TextEncoder().encode('ok') }, 'a')).toMatchObject({
      pageCount: 1,
    });
    await pool.close();
  });

  it('is converted in turn with those of other enterprises', async () => {
    const bytes = new TextEncoder().encode('# text');
    const done: string[] = [];
    const read = async (owner: string) => {
      expect(await convertDocument({ format: 'markdown', bytes }, owner)).toMatchObject({ pageCount: 1 });
      done.push(owner);
    };
    await Promise.all([...Array.from({ length: 10 }, () => read('many')), read('one')]);
    expect(done.indexOf('one')).toBeLessThan(3);
  });
});
