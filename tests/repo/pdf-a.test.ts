import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { SheetPicture } from '#src/server/record/sheet/draw-template.ts';
import { run as makeSheet } from '#src/server/record/sheet/make-sheet.task.ts';
import { run as makeStatement } from '#src/server/record/statement/make-statement.task.ts';
import { element, plainLayout } from '../factories/certificate-template.ts';
import { pdfAProblems } from '../factories/pdf-a-problems.ts';

/* Certificates and statements say that they are PDF/A-2b (docs/specification.md, sections "Certificates" and "Annual statements"). */

const about = {
  ...{ title: '焊工证 <A&B> · T-2026-000001', author: '"培训" & 中心', subject: '堃龑', lang: 'zh-CN' },
  at: '2026-03-05T02:00:00.123Z',
};
const lines = {
  company: '华信',
  heading: '证书',
  kind: '焊工证 <A&B>',
  awardedTo: '兹证明',
  name: '堃龑',
  statement: '合格',
};
const texts = {
  ...lines,
  facts: [['证书编号', 'T-2026-000001']] as [string, string][],
  ...{ issuer: '培训中心', issuedOn: '2026-03-05', scan: '扫码验证', verifyUrl: 'https://a.example/certificate/T-1' },
};
const certificate = (revoked = false) =>
  makeSheet({ texts, marks: revoked ? { stamp: '已撤销', note: '撤销日期' } : { stamp: null, note: null }, about });

async function templated() {
  const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#f4efe2' } })
    .jpeg()
    .toBuffer();
  const pictures: SheetPicture[] = [
    { id: 'a', width: 60, height: 40, channels: 3, filter: 'DCTDecode', colors: new Uint8Array(jpeg), alpha: null },
    {
      ...{ id: 'b', width: 10, height: 10, channels: 3, filter: 'FlateDecode' },
      ...{
        colors: new Uint8Array(deflateSync(Buffer.alloc(300, 90))),
        alpha: new Uint8Array(deflateSync(Buffer.alloc(100, 128))),
      },
    },
  ];
  const more = [element('seal', { fileId: 'b', x: 150, y: 150 }), element('frame'), element('line'), element('seal')];
  const layout = { ...plainLayout('portrait', more), backgroundFileId: 'a' };
  const values = {
    ...{ name: '堃龑', title: '焊工证', number: 'T-1', issuer: '培训中心', enterprise: '华信', issuedOn: '2026-03-05' },
    ...{ validUntil: '2029-03-05', hours: '32', credits: '2.5' },
  };
  const template = { layout, lang: 'zh' as const, values, pictures, verifyUrl: texts.verifyUrl };
  return makeSheet({ template, marks: { stamp: null, note: null }, about });
}

const statement = () =>
  makeStatement({
    about,
    texts: {
      ...{ company: '华信', heading: '2025 年度学习证明', name: '堃龑', facts: [['编号', 'S2025-AAAA']] },
      ...{ figuresTitle: '学时', figures: [['必修', '12.5']], none: '无', note: '说明', scan: '扫码验证' },
      tables: [
        {
          ...{
            title: '考试',
            columns: [
              { header: '考试', width: 60 },
              { header: '成绩', width: 40, isNumber: true },
            ],
          },
          ...{ rows: Array.from({ length: 80 }, (_, n) => [`考试 ${n} 🙂`, `${n} / 100`]), more: null },
        },
      ],
      verifyUrl: 'https://a.example/statement/S2025-AAAA',
    },
  });

describe('nothing is wrong, as far as it can be seen, with', () => {
  it.each([
    ['a certificate', () => certificate()],
    ['one that is revoked', () => certificate(true)],
    ['one of a template with both weights and pictures', templated],
    ['a statement of several pages', statement],
  ])('%s', async (_, make) => {
    expect(await pdfAProblems(await make())).toEqual([]);
  });
});

it('what is missing or contradicts itself is found', async () => {
  const broken = async (change: (doc: PDFDocument) => unknown) => {
    const doc = await PDFDocument.load(await certificate(), { updateMetadata: false });
    await change(doc);
    return pdfAProblems(await doc.save());
  };
  const font = async (doc: PDFDocument) =>
    doc.getPage(0).drawText('x', { font: await doc.embedFont(StandardFonts.Courier) });
  expect(await broken(font)).toEqual([expect.stringContaining('Type1 is not checked')]);
  expect(await broken((doc) => doc.setTitle('Other'))).toEqual([expect.stringContaining('information: Title')]);
  expect(await broken((doc) => doc.setModificationDate(new Date(0)))).toEqual([expect.stringContaining('ModDate')]);
  expect(await broken((doc) => doc.catalog.delete(PDFName.of('OutputIntents')))).toEqual(['output intent: not one']);
  expect(await broken((doc) => doc.catalog.delete(PDFName.of('Metadata')))).toEqual(['metadata: none']);
  expect(await broken((doc) => doc.addJavaScript('x', 'app.alert(1)'))).not.toEqual([]);
  expect(await broken((doc) => delete doc.context.trailerInfo.ID)).toEqual(['trailer: no identifier']);
});
