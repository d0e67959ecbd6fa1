import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { getT } from '#src/i18n/server.ts';
import { pptxParts, relations } from '../demo-media/office.ts';
import { zip } from '../demo-media/zip.ts';
import { mintCourse } from '../factories/course.ts';
import { mintDocument } from '../factories/office-files.ts';
import { call, ok } from '../factories/portal.ts';
import { mintBank } from '../factories/question.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { pictureForm, uploadAs } from '../factories/upload.ts';
import {
  sharedXml,
  sheetsXml,
  sheetXml,
  stylesXml,
  textCell,
  textRow,
  workbook,
  workbookRelations,
} from '../factories/workbook.ts';

/*
 * Files that are made to take time, memory or something of the machine: each is refused with a message or read within limits, while
 * other calls are answered.
 */

/** Memory that the portal may need more for one of these files, bytes: the threads have 768 MB. */
const MEMORY = 1_100_000_000;
/** Time that an ordinary call may take meanwhile, milliseconds, also on a busy machine. */
const ANSWERED = 5_000;

let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
});
// Each test has its own rate limit.
beforeEach(async () => {
  admin = await mintPerson(tenant, { isAdmin: true });
});

/** Runs work while somebody else uses the portal. */
async function besidesOthers<T>(work: () => Promise<T>): Promise<T> {
  const before = process.memoryUsage.rss();
  let [isOver, slowest, memory] = [false, 0, 0];
  const others = async () => {
    do {
      const begun = performance.now();
      expect((await call({ host: tenant.host }, 'POST /course/api/course/info/page', {})).code).toBe(200);
      slowest = Math.max(slowest, performance.now() - begun);
      memory = Math.max(memory, process.memoryUsage.rss() - before);
      await setTimeout(50);
    } while (!isOver);
  };
  const calls = others();
  const result = await work().finally(() => (isOver = true));
  await calls;
  expect(slowest).toBeLessThan(ANSWERED);
  expect(memory).toBeLessThan(MEMORY);
  return result;
}

/** Random characters, which cannot be packed much. */
const noise = (length: number) => randomBytes(length).toString('base64url').slice(0, length);
const times = (count: number, make: (n: number) => string) => Array.from({ length: count }, (_, n) => make(n)).join('');

const HEADER = ['题型', '题干', '选项A', '选项B', '答案'];
const head = textRow(1, HEADER);
const question = (line: number, stem = `第 ${line} 题？`) => textRow(line, ['单选', stem, '甲', '乙', 'A']);
const one = head + question(2);
const SHEET = 'xl/worksheets/sheet1.xml';
const SHARED = 'xl/sharedStrings.xml';
const STYLES = 'xl/styles.xml';
const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';

describe('a workbook of questions', () => {
  async function upload(bytes: Uint8Array) {
    const { bankId } = await mintBank(tenant);
    const file = new File([new Uint8Array(bytes)], 'x.xlsx');
    return besidesOthers(() => call(admin, 'POST /exam/auth/question/import/upload', { bankId, file }));
  }

  const errors = getT('zh');
  it.each<[string, () => Uint8Array, number, string]>([
    ['a sheet that unpacks to much more', () => workbook(one + ' '.repeat(50_000_000)), 422, 'questionFileUnsafe'],
    [
      'ten million shared texts',
      () => workbook(one, { [SHARED]: sharedXml('<si/>'.repeat(10_000_000)) }),
      422,
      'questionFileUnsafe',
    ],
    [
      'three million shared texts that are not packed much',
      () => workbook(one, { [SHARED]: sharedXml(times(3_000_000, (n) => `<si><t>${n.toString(36)}</t></si>`)) }),
      413,
      'questionFileTooLarge',
    ],
    [
      'a cell in the last row',
      () => workbook(`${one}<row r="1048576"><c r="XFD1048576" t="str"><v>x</v></c></row>`),
      413,
      'questionFileTooLarge',
    ],
    [
      'a cell in the last row that does not say so',
      () => workbook(`${one}<row r="1048576"><c><v>1</v></c></row>`),
      413,
      'questionFileTooLarge',
    ],
    [
      'rows without numbers',
      () => workbook(head + times(20_000, () => question(2, noise(20)).replace(' r="2"', ''))),
      413,
      'questionFileTooLarge',
    ],
    [
      'a sheet outside of the file',
      () => workbook(one, { [RELATIONS]: workbookRelations([['worksheet', '../../../../etc/passwd']]) }),
      422,
      'questionFileBroken',
    ],
  ])('with %s is refused', async (_what, make, code, key) => {
    expect(await upload(make())).toMatchObject({ code, msg: errors(`errors:${key}`) });
  });

  it.each<[string, () => Uint8Array, Record<string, number>]>([
    [
      'very many elements in each other',
      () => workbook(`${one}<row r="3">${times(300_000, (n) => `<x a="${n}">`)}${'</x>'.repeat(300_000)}</row>`),
      { add: 1, skip: 0, loss: 0 },
    ],
    [
      'a number of shared texts that is not true',
      () => workbook(one, { [SHARED]: sharedXml('<si><t>x</t></si>', ' count="4294967295" uniqueCount="9999999999"') }),
      { add: 1, skip: 0, loss: 0 },
    ],
    [
      'the largest dimension',
      () => workbook(one, { [SHEET]: sheetXml(one, '<dimension ref="A1:XFD1048576"/>') }),
      { add: 1, skip: 0, loss: 0 },
    ],
    [
      'merged cells, columns, lists and links over everything',
      () =>
        workbook(one, {
          [SHEET]: sheetXml(
            one,
            '<cols><col min="1" max="4294967295" width="9"/></cols>',
            '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells><dataValidations count="1"><dataValidation type="list" sqref="A1:XFD1048576"><formula1>"a"</formula1></dataValidation></dataValidations><hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>',
          ),
        }),
      { add: 1, skip: 0, loss: 0 },
    ],
    [
      'a quarter of a million merged cells above each other',
      () => {
        const rows = head + times(5_000, (n) => question(n + 2));
        const merged = times(250_000, () => '<mergeCell ref="A1:A1048576"/>');
        return workbook('', { [SHEET]: sheetXml(rows, '', `<mergeCells>${merged}</mergeCells>`) });
      },
      { add: 5_000, skip: 0, loss: 0 },
    ],
    [
      'long formats of numbers',
      () =>
        workbook(
          head +
            times(5_000, (n) =>
              question(n + 2).replace(/<c t="inlineStr"><is><t>第.*?<\/c>/, `<c s="1"><v>${n}</v></c>`),
            ),
          {
            [STYLES]: stylesXml(
              `<numFmts count="1"><numFmt numFmtId="170" formatCode="${'0'.repeat(50_000)}"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="170" applyNumberFormat="1"/></cellXfs>`,
            ),
          },
        ),
      { add: 5_000, skip: 0, loss: 0 },
    ],
    [
      'a hundred thousand sheets that are one file',
      () => workbook(one, { [WORKBOOK]: sheetsXml(Array.from({ length: 100_000 }, (_, n) => `S${n}`)) }),
      { add: 1, skip: 49, loss: 1 },
    ],
    [
      'parts that contain themselves',
      () =>
        workbook(one, {
          'xl/worksheets/_rels/sheet1.xml.rels': workbookRelations([
            ['drawing', 'sheet1.xml'],
            ['worksheet', 'sheet1.xml'],
            ['table', '../worksheets/sheet1.xml'],
            ['comments', `${'a/../'.repeat(100_000)}sheet1.xml`],
          ]),
        }),
      { add: 1, skip: 0, loss: 0 },
    ],
    ['a cell of 10 MB', () => workbook(head + question(2, noise(10_000_000))), { add: 1, skip: 0, loss: 1 }],
    [
      'an answer of 10 MB',
      () => workbook(head + textRow(2, ['单选', '问？', '甲', '乙', noise(10_000_000)])),
      { add: 0, skip: 1, loss: 0 },
    ],
  ])('with %s is read within limits', async (_what, make, expected) => {
    const { code, data } = await upload(make());
    expect(code).toBe(200);
    const { counts } = await ok(admin, 'POST /exam/auth/question/import/view', { id: data.id });
    expect(counts).toMatchObject(expected);
  });

  it('does not run formulas, and loads nothing from elsewhere', async () => {
    const requests: unknown[] = [];
    const elsewhere = createServer((request, response) => {
      requests.push(request.url);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    onTestFinished(() => void elsewhere.close());
    const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/x`;
    const row = (line: number, stem: string) =>
      `<row r="${line}">${textCell('单选')}${stem}${['甲', '乙', 'A'].map(textCell).join('')}</row>`;
    const dde = `<c r="B2" t="str"><f>cmd|'/c calc'!A0</f><v>stored</v></c>`;
    const web = `<c r="B3"><f>WEBSERVICE("${address}")</f></c>`;
    const sent = await upload(
      workbook(head + row(2, dde) + row(3, web), {
        [RELATIONS]: workbookRelations([
          ['worksheet', 'worksheets/sheet1.xml'],
          ['styles', `${address}/styles.xml`, ' TargetMode="External"'],
          ['sharedStrings', 'file:///etc/passwd', ' TargetMode="External"'],
          ['externalLink', address, ' TargetMode="External"'],
        ]),
      }),
    );
    expect(sent.code).toBe(200);
    const { rows } = await ok(admin, 'POST /exam/auth/question/import/view', { id: sent.data.id });
    expect(rows.list.map(({ kind, stem, reason }) => [kind, stem, reason !== null])).toEqual([
      ['skip', null, true],
      ['add', 'stored', false],
    ]);
    expect(requests).toEqual([]);
  });
});

type Parts = ReturnType<typeof pptxParts>;
const slides = (more: Parts = {}, xml = ''): Parts => {
  const parts = pptxParts([{ title: 'Start', points: ['a'] }]);
  const slide = 'ppt/slides/slide1.xml';
  return { ...parts, [slide]: String(parts[slide]).replace('</p:spTree>', `${xml}</p:spTree>`), ...more };
};
const shape = (n: number) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${n}" name="${noise(9)}"/></p:nvSpPr><p:txBody><a:p><a:r><a:t>t${n}</a:t></a:r></a:p></p:txBody></p:sp>`;
const picture = (id: string) =>
  `<p:pic><p:nvPicPr><p:cNvPr id="9" name="${noise(9)}"/></p:nvPicPr><p:blipFill><a:blip r:embed="${id}"/></p:blipFill><p:spPr><a:xfrm><a:off x="9e999" y="-9e999"/><a:ext cx="99999999999999" cy="99999999999999"/></a:xfrm></p:spPr></p:pic>`;
const RELS = 'ppt/slides/_rels/slide1.xml.rels';
const PRESENTATION = 'ppt/presentation.xml';

/** An animated GIF with a screen of 4 gigapixels and very many frames. */
function animatedGif(frames: number): Buffer {
  const head = Buffer.from('474946383961ffffffff800000000000ffffff', 'hex');
  const frame = Buffer.from('21f90400010000002c000000000100010000020144003b', 'hex').subarray(0, 22);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}
/** A white PNG with an edge of this length. */
const largePng = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#fff' }, limitInputPixels: false })
    .png()
    .toBuffer();

describe('a presentation', () => {
  async function view(bytes: Uint8Array) {
    const { resourceId } = await mintDocument(tenant, await mintCourse(tenant), 'pptx', Buffer.from(bytes));
    const shown = await besidesOthers(() => ok(admin, 'GET /course/auth/study/document/view', { resourceId }));
    const html = async (number: number) =>
      (await ok(admin, 'GET /course/auth/study/document/page', { resourceId, number })).html;
    return { ...shown, html };
  }

  it.each<[string, () => Parts, string]>([
    [
      'one slide a hundred thousand times',
      () => {
        const slide = /<p:sldId id="\d+"/;
        const more = times(100_000, () => `<p:sldId id="${noise(9)}" r:id="rId1"/>`);
        const presentation = String(slides()[PRESENTATION]).replace(slide, (id) => `${more}${id}`);
        return slides({ [PRESENTATION]: presentation });
      },
      'tooLarge',
    ],
    ['a hundred thousand shapes', () => slides({}, times(100_000, shape)), 'tooLarge'],
    [
      'shapes in each other',
      () => slides({}, times(1_500, (n) => shape(n).replace('</p:sp>', '')) + '</p:sp>'.repeat(1_500)),
      'unsafe',
    ],
    [
      'a hundred thousand groups in each other',
      () => slides({}, times(100_000, () => `<p:grpSp n="${noise(9)}">`) + '</p:grpSp>'.repeat(100_000)),
      'unsafe',
    ],
    [
      'very many pictures and relations',
      () =>
        slides(
          { [RELS]: relations(Array.from({ length: 20_000 }, (_, n) => [`rId${n}`, 'image', `../media/${noise(9)}`])) },
          times(20_000, (n) => picture(`rId${n}`)),
        ),
      'tooLarge',
    ],
  ])('with %s is refused', async (_what, make, problem) => {
    expect(await view(zip(make()))).toMatchObject({ problem, pageCount: 0 });
  });

  it('whose slides contain themselves is shown', async () => {
    const uri = 'http://schemas.openxmlformats.org/drawingml/2006';
    const frame = (inner: string) =>
      `<p:graphicFrame><a:graphic><a:graphicData>${inner}</a:graphicData></a:graphic></p:graphicFrame>`;
    const { html, ...shown } = await view(
      zip(
        slides(
          {
            [RELS]: relations([
              ['rId1', 'slide', 'slide1.xml'],
              ['rId2', 'chart', 'slide1.xml'],
              ['rId3', 'diagramData', '../slides/slide1.xml'],
              ['rId4', 'image', 'slide1.xml'],
            ]),
            'ppt/slides/_rels/slide1.xml.rels.rels': relations([['rId1', 'slide', '../slide1.xml']]),
          },
          frame(`<c:chart xmlns:c="${uri}/chart" r:id="rId2"/>`) +
            frame(`<dgm:relIds xmlns:dgm="${uri}/diagram" r:dm="rId3"/>`) +
            picture('rId4'),
        ),
      ),
    );
    expect(shown).toMatchObject({ problem: null, pageCount: 1 });
    expect(await html(1)).toMatch(/^<h2>Start<\/h2>/);
  });

  it('with huge pictures shows the marks of those, and encodes one that it repeats once', async () => {
    const noisy = await sharp({
      create: {
        width: 1500,
        height: 1500,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 9 },
      },
    })
      .jpeg({ quality: 20 })
      .toBuffer();
    const parts = slides(
      {
        'ppt/media/a.png': await largePng(8_000),
        'ppt/media/b.gif': animatedGif(20_000),
        'ppt/media/c.jpeg': noisy,
        [RELS]: relations([
          ['rId1', 'image', '../media/a.png'],
          ['rId2', 'image', '../media/b.gif'],
          ['rId3', 'image', '../media/c.jpeg'],
        ]),
      },
      picture('rId1') + picture('rId2') + picture('rId3').repeat(70),
    );
    const { problem, html } = await view(zip(parts));
    expect(problem).toBeNull();
    const page = await html(1);
    expect(page.match(/class="absent"/g)).toHaveLength(2);
    expect(new Set(page.match(/src="data:image\/webp[^"]*"/g)).size).toBe(1);
    expect(page.match(/<img /g)).toHaveLength(70);
  });
});

describe('a picture', () => {
  it.each([
    ['avatar', 'POST /system/auth/upload/pic'],
    ['picture of a question', 'POST /exam/auth/question/file/upload'],
  ] as const)('that is an animated GIF with a huge screen and many frames is no %s', async (_what, name) => {
    const bytes = animatedGif(200_000);
    expect((await sharp(bytes, { limitInputPixels: false }).metadata()).format).toBe('gif');
    const sent = await besidesOthers(() => uploadAs(admin, name, pictureForm(bytes, 'avatar', 'image/png')));
    expect(sent).toMatchObject({
      code: 415,
      data: [{ field: 'file', message: '请选择 PNG、JPEG 或 WebP 格式的图片' }],
    });
  });

  it('that is an animated WebP is its first frame, and is refused with a huge canvas', async () => {
    const frames = 500;
    const raw = { width: 16, height: 16 * frames, channels: 3, pageHeight: 16 } as const;
    const animated = await sharp(randomBytes(16 * 16 * 3 * frames), { raw })
      .webp({ effort: 0 })
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(frames);
    const send = (bytes: Buffer) =>
      besidesOthers(() => uploadAs(admin, 'POST /system/auth/upload/pic', pictureForm(bytes)));
    expect(await send(animated)).toMatchObject({ code: 200, data: { width: 16, height: 16 } });
    // The size of the canvas, less one.
    animated.writeUIntLE(16_383, 24, 3);
    animated.writeUIntLE(16_383, 27, 3);
    expect(await send(animated)).toMatchObject({
      code: 422,
      data: [{ field: 'file', message: expect.stringContaining('图片') }],
    });
  });
});
