import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import type { Layout } from '#src/contract/rules/certificate-layout.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { fileStore } from '#src/server/file/store.ts';
import { file } from '#src/server/file/tables.ts';
import { makeExportJob } from '#src/server/jobs/make-export.ts';
import { issueCertificate } from '#src/server/record/issue-certificate.ts';
import { reverseEntry } from '#src/server/record/reverse-entry.ts';
import { storeCourseCertificate } from '#src/server/record/certificate/course-certificate.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { certificatePicture, certificateTemplateVersion } from '#src/server/record/tables/template.ts';
import { element, mintTemplate, pictureFile, plainLayout } from '../factories/certificate-template.ts';
import { mintCourse } from '../factories/course.ts';
import { mintGrant } from '../factories/organisation.ts';
import { call, download, ok } from '../factories/portal.ts';
import { readPdf } from '../factories/read-pdf.ts';
import { giveCertificate, mintCertificate, post } from '../factories/record.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Templates of certificates (docs/specification.md, section "Templates of certificates"). */

const ADD = 'POST /course/auth/certificate/template/add';
const VIEW = 'GET /course/auth/certificate/template/view';
const SAVE = 'POST /course/auth/certificate/template/save';
const PUBLISH = 'POST /course/auth/certificate/template/publish';
const RESTORE = 'POST /course/auth/certificate/template/restore';
const DELETE = 'DELETE /course/auth/certificate/template/delete';
const PAGE = 'POST /course/auth/certificate/template/page';
const UPLOAD = 'POST /course/auth/certificate/template/picture/upload';
const CHOOSE = 'POST /course/auth/certificate/kind/template/save';

let tenant: TestTenant;
let editor: TestPerson;
let holder: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  holder = await mintPerson(tenant, { userName: '王小明' });
});
// Each test has its own limit of uploads.
beforeEach(async () => {
  editor = await mintPerson(tenant);
  await mintGrant(tenant, editor, 'contentEditor', null);
});

const fieldsOf = (answer: { data: unknown }) => (answer.data as { field: string }[]).map(({ field }) => field);
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const pdfOf = (who: TestPerson, id: string, language = '') =>
  download(who, `${language}/account/certificate/${id}.pdf`);
const upload = async (how: Parameters<typeof pictureFile>[0] = {}) =>
  ok(editor, UPLOAD, { file: await pictureFile(how) });

/** A kind of certificates with a published template. */
async function kindWith(layout: Layout, certificateName = '焊工证') {
  const kind = await mintCertificate(tenant, { certificateName, validMonths: 12 });
  const { id } = await ok(editor, ADD, { name: 'Template', orientation: layout.orientation });
  const { revision } = await ok(editor, SAVE, { id, revision: 1, name: 'Template', layout });
  await ok(editor, PUBLISH, { id, revision });
  await ok(editor, CHOOSE, { id: kind, revision: 0, templateId: id });
  return { kind, id, revision: revision + 1 };
}

describe('a template', () => {
  it('begins with the layout of the portal, is stored as a draft, and is published as versions', async () => {
    const { id } = await ok(editor, ADD, { name: 'Blue', orientation: 'portrait' });
    const begun = await ok(editor, VIEW, { id });
    expect(begun).toMatchObject({ name: 'Blue', revision: 1, versions: [], kinds: [], isChanged: true });
    expect(begun.layout.orientation).toBe('portrait');
    const texts = begun.layout.elements.map(({ zh }) => zh);
    for (const part of ['{name}', '{title}', '{issuer}', '{issuedOn}']) expect(texts).toContain(part);
    expect(begun.layout.elements.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['qr', 'seal', 'frame']));
    // What the portal makes is valid itself.
    await ok(editor, SAVE, { id, revision: 1, name: 'Red', layout: begun.layout });
    expect(await ok(editor, PUBLISH, { id, revision: 2 })).toEqual({ version: 1, revision: 3 });
    const kept = { id, revision: 3, name: 'Red', layout: plainLayout() };
    await ok(editor, SAVE, kept);
    expect((await ok(editor, PAGE, { keyword: 'red' })).list).toMatchObject([
      { id, version: 1, isChanged: true, orientation: 'landscape', kindCount: 0 },
    ]);
    await ok(editor, PUBLISH, { id, revision: 4 });
    expect((await ok(editor, VIEW, { id })).versions.map(({ version }) => version)).toEqual([2, 1]);
    await ok(editor, RESTORE, { id, revision: 5, version: 1 });
    expect(await ok(editor, VIEW, { id })).toMatchObject({ layout: begun.layout, isChanged: true, revision: 6 });
    const { id: copy } = await ok(editor, ADD, { name: 'Copy', orientation: 'landscape', templateOf: id });
    expect((await ok(editor, VIEW, { id: copy })).layout).toEqual(begun.layout);
    await ok(editor, DELETE, { id });
    expect((await call(editor, VIEW, { id })).code).toBe(404);
  });

  it('is changed on top of the newest revision only', async () => {
    const { id } = await ok(editor, ADD, { name: 'Two editors', orientation: 'landscape' });
    const layout = plainLayout();
    const both = await Promise.all(['one', 'two'].map((name) => call(editor, SAVE, { id, revision: 1, name, layout })));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect((await call(editor, PUBLISH, { id, revision: 1 })).code).toBe(409);
    expect((await call(editor, RESTORE, { id, revision: 1, version: 1 })).code).toBe(409);
    expect((await call(editor, RESTORE, { id, revision: 2, version: 1 })).code).toBe(404);
  });

  it('has everything inside the page, and placeholders that there are', async () => {
    const { id } = await ok(editor, ADD, { name: 'Wrong', orientation: 'portrait' });
    const wrong = (...elements: ReturnType<typeof element>[]) =>
      call(editor, SAVE, { id, revision: 1, name: 'Wrong', layout: { ...plainLayout('portrait'), elements } });
    const answer = await wrong(
      element('text', { x: 200, width: 11 }),
      element('text', { y: 290, height: 8 }),
      element('text', { en: '{name} {Name}' }),
      element('qr', { width: 11 }),
    );
    expect(answer.code).toBe(422);
    expect(fieldsOf(answer).sort()).toEqual([
      'layout.elements.0.width',
      'layout.elements.1.height',
      'layout.elements.2.en',
      'layout.elements.3.width',
    ]);
    expect(fieldsOf(await wrong(element('text', { x: -1 })))).toEqual(['layout.elements.0.x']);
    expect(fieldsOf(await wrong(element('text', { x: 298 })))).toEqual(['layout.elements.0.x']);
    const many = Array.from({ length: 41 }, () => element('line'));
    expect(fieldsOf(await wrong(...many))).toEqual(['layout.elements']);
    const twice = element('line');
    expect(fieldsOf(await wrong(twice, twice))).toEqual(['layout.elements.1.id']);
    // A signature without a picture can be stored, and not be published.
    await ok(editor, SAVE, {
      id,
      revision: 1,
      name: 'W',
      layout: { ...plainLayout(), elements: [element('signature')] },
    });
    expect(fieldsOf(await call(editor, PUBLISH, { id, revision: 2 }))).toEqual(['layout.elements.0.fileId']);
  });

  it('stays while a kind has it, or a certificate was issued with it', async () => {
    const { kind, id } = await kindWith(plainLayout());
    expect((await call(editor, DELETE, { id })).code).toBe(409);
    await giveCertificate(tenant, holder, kind);
    await ok(editor, CHOOSE, { id: kind, revision: 1, templateId: null });
    expect((await call(editor, DELETE, { id })).code).toBe(409);
    expect((await call(editor, CHOOSE, { id: kind, revision: 1, templateId: id })).code).toBe(409);
    const unpublished = await mintTemplate(tenant, { published: false });
    expect(fieldsOf(await call(editor, CHOOSE, { id: kind, revision: 2, templateId: unpublished }))).toEqual([
      'templateId',
    ]);
  });

  it('is of its enterprise, and for those who manage content', async () => {
    const { kind, id } = await kindWith(plainLayout());
    const elsewhere = await mintTenant();
    const stranger = await mintPerson(elsewhere, { isAdmin: true });
    const other = await mintTemplate(elsewhere);
    expect((await ok(stranger, PAGE)).list.map((each) => each.id)).toEqual([other]);
    const save = { id, revision: 3, name: 'Theirs', layout: plainLayout() };
    for (const [name, input] of [
      [VIEW, { id }],
      [SAVE, save],
      [PUBLISH, { id, revision: 3 }],
      [RESTORE, { id, revision: 3, version: 1 }],
      [DELETE, { id }],
      [ADD, { name: 'Copy', orientation: 'portrait', templateOf: id }],
      [CHOOSE, { id: kind, revision: 1, templateId: null }],
    ] as const) {
      expect((await call(stranger, name, input)).code).toBe(404);
      expect((await call(holder, name, input)).code).toBe(403);
    }
    expect(fieldsOf(await call(editor, CHOOSE, { id: kind, revision: 1, templateId: other }))).toEqual(['templateId']);
    const sample = `/admin/certificate-preview/${id}.pdf`;
    for (const who of [stranger, holder]) expect((await download(who, sample)).status).toBe(404);
    expect((await download(editor, sample)).status).toBe(200);
  });
});

describe('a certificate that is issued with a template', () => {
  it('says which hours and credits its course has given until then, and nothing of one that was issued by hand', async () => {
    const texts = [element('text', { text: '{hours} h, {credits} c', y: 150 })];
    const { kind } = await kindWith(plainLayout('portrait', texts));
    const courseId = randomUUID();
    const at = new Date('2026-03-05T02:00:00Z');
    const posted = (what: string, more: object) =>
      post(tenant, holder, { source: `course:${courseId}:${what}`, at, ...more });
    await posted('hours', { amount: '32.5' });
    await posted('credits', { kind: 'credits', hourKind: null, amount: '2' });
    await posted('points', { kind: 'points', hourKind: null, amount: '99' });
    const issue = (source: string) =>
      withTenant(tenant.id, (db) =>
        issueCertificate(db, {
          ...{ enterpriseId: tenant.id, userId: holder.userId, certificateId: kind, at },
          ...{ source, issueWay: 'automatic' as const },
        }),
      );
    const said = async ({ id }: { id: string }) =>
      (await readPdf(await pdfOf(holder, id))).texts.find((text) => text.includes(' h, '));
    const issued = await issue(`course:${courseId}`);
    expect(await said(issued)).toBe('32.5 h, 2 c');
    const reversal = {
      enterpriseId: tenant.id,
      userId: holder.userId,
      source: `course:${courseId}:hours`,
      title: '冲销',
      at,
    };
    await withTenant(tenant.id, (db) => reverseEntry(db, reversal));
    expect(await said(issued)).toBe('32.5 h, 2 c');
    // The next completion of the course says what it has given in the end.
    expect(await said(await issue(`course:${courseId}:${randomUUID()}`))).toBe('0 h, 2 c');
    expect(await said(await issue(`manual:${randomUUID()}`))).toBe('– h, – c');
    const changed = withTenant(tenant.id, (db) =>
      db.update(userCertificate).set({ classHours: '99' }).where(eq(userCertificate.id, issued.id)),
    );
    await expect(changed).rejects.toThrow();
    const { sheet } = await ok(holder, 'GET /course/auth/user/certificate/view', { id: issued.id });
    expect(sheet!.values).toMatchObject({ hours: '32.5', credits: '2' });
  });

  it('can be of a course: its kind is listed with it, and keeps its template when the course is published again', async () => {
    const courseId = await mintCourse(tenant, { title: '焊接基础' });
    const store = (zh: string, before: string | null) =>
      withTenant(tenant.id, (db) =>
        storeCourseCertificate({ db, enterpriseId: tenant.id }, courseId, before, { zh, en: '', months: 0 }),
      );
    const kind = (await store('焊接结业证', null))!;
    const { id } = await kindWith(plainLayout('portrait', [element('text', { text: 'OF A COURSE', y: 150 })]));
    await ok(editor, CHOOSE, { id: kind, revision: 0, templateId: id });
    expect(await store('焊接结业证书', kind)).toBe(kind);
    const { list } = await ok(editor, 'POST /course/auth/certificate/kind/page', { courseId });
    expect(list).toMatchObject([
      { id: kind, certificateName: '焊接结业证书', course: { id: courseId, title: '焊接基础' }, template: { id } },
    ]);
    const { id: issued } = await giveCertificate(tenant, holder, kind);
    expect((await readPdf(await pdfOf(holder, issued))).texts).toContain('OF A COURSE');
    // The editor of the course changes the rest.
    const change = { id: kind, revision: list[0]!.revision, certificateName: 'Other', issuer: 'X', validMonths: null };
    expect((await call(editor, 'POST /course/auth/certificate/kind/save', change)).code).toBe(404);
    expect((await call(editor, 'DELETE /course/auth/certificate/kind/delete', { id: kind })).code).toBe(404);
  });

  it('has its page, its texts in both languages, its pictures and its code', async () => {
    const seal = await upload({ transparent: true });
    const background = await upload({ color: '#f4efe2', width: 300, height: 400 });
    const layout = plainLayout('portrait', [
      element('text', { zh: '{title}（{enterprise}）', en: '{title}, {enterprise}', y: 120 }),
      element('text', { zh: '{issuedOn} 至 {validUntil}', en: '{issuedOn} to {validUntil}', y: 150 }),
      element('seal', { fileId: seal.id, x: 140, y: 200, width: 40, height: 40 }),
    ]);
    const { kind } = await kindWith({ ...layout, backgroundFileId: background.id });
    const { id, certificateNo } = await giveCertificate(tenant, holder, kind, { at: new Date('2026-03-05T02:00:00Z') });
    const { size, texts, pictures, raw, pieces } = await readPdf(await pdfOf(holder, id));
    expect(size.map(Math.round)).toEqual([0, 0, 595, 842]);
    expect(texts).toEqual(expect.arrayContaining(['王小明', `No. ${certificateNo}`, '焊工证（Test enterprise）']));
    expect(texts.join(' ')).toContain('2026-03-05 至 2027-03-05');
    expect(pictures).toBe(2);
    expect(raw).toContain('/SMask');
    expect(raw).toContain('/DCTDecode');
    // In the middle of its box: from 20 to 120 mm.
    const name = pieces.find(({ text }) => text === '王小明')!;
    expect(name.x + name.width / 2).toBeCloseTo((70 / 25.4) * 72, 0);
    expect(name.size).toBeCloseTo(30, 1);
    const english = await readPdf(await pdfOf({ ...holder, locale: 'en' }, id, '/en'));
    expect(english.texts.join(' ')).toMatch(/焊工证, .* to /);
    const [once, again] = await Promise.all([pdfOf(holder, id), pdfOf(holder, id)]);
    expect(await bytesOf(once)).toEqual(await bytesOf(again));
    // The page shows the same.
    const { sheet } = await ok(holder, 'GET /course/auth/user/certificate/view', { id });
    expect(sheet).toMatchObject({
      layout: { orientation: 'portrait' },
      values: { name: '王小明', number: certificateNo },
    });
    for (const { url } of sheet!.pictures) expect((await download({ host: tenant.host }, url)).status).toBe(200);
  });

  it('stays as it is when template, kind and person change, or the template goes from the kind', async () => {
    const { kind, id, revision } = await kindWith(plainLayout('landscape'));
    const old = await giveCertificate(tenant, holder, kind);
    const before = await bytesOf(await pdfOf(holder, old.id));
    const changed = plainLayout('portrait', [element('text', { text: 'CHANGED', y: 150 })]);
    const saved = await ok(editor, SAVE, { id, revision, name: 'Other', layout: changed });
    // A draft concerns nobody.
    const meanwhile = await giveCertificate(tenant, holder, kind);
    expect((await readPdf(await pdfOf(holder, meanwhile.id))).texts).not.toContain('CHANGED');
    await ok(editor, PUBLISH, { id, revision: saved.revision });
    const later = await giveCertificate(tenant, holder, kind);
    expect((await readPdf(await pdfOf(holder, later.id))).texts).toContain('CHANGED');
    expect((await readPdf(await pdfOf(holder, later.id))).size[2]).toBeCloseTo(595.28, 1);
    expect(await bytesOf(await pdfOf(holder, old.id))).toEqual(before);
    await ok(editor, CHOOSE, { id: kind, revision: 1, templateId: null });
    expect(await bytesOf(await pdfOf(holder, old.id))).toEqual(before);
    // One without a template is as the portal makes it.
    const plain = await giveCertificate(tenant, holder, kind);
    expect((await readPdf(await pdfOf(holder, plain.id))).texts).toContain('证书');
    const versions = (await ok(editor, VIEW, { id })).versions.map(({ version, issuedCount }) => [
      version,
      issuedCount,
    ]);
    expect(versions).toEqual([
      [2, 1],
      [1, 2],
    ]);
    await expect(
      withTenant(tenant.id, (db) =>
        db
          .update(certificateTemplateVersion)
          .set({ layout: changed })
          .where(eq(certificateTemplateVersion.templateId, id)),
      ),
    ).rejects.toThrow();
    await expect(
      withTenant(tenant.id, (db) =>
        db.update(userCertificate).set({ templateVersionId: null }).where(eq(userCertificate.id, old.id)),
      ),
    ).rejects.toThrow();
  });

  it('makes long texts smaller, then breaks them inside of their box', async () => {
    const box = { x: 30, y: 60, width: 80, height: 24, size: 28 };
    const layout = plainLayout();
    const { kind } = await kindWith({ ...layout, elements: [element('text', { text: '{name}', ...box })] });
    const inside = async (userName: string) => {
      const person = await mintPerson(tenant, { userName });
      const { id } = await giveCertificate(tenant, person, kind);
      const { pieces } = await readPdf(await pdfOf(person, id));
      for (const { x, width, y, size } of pieces) {
        expect(x).toBeGreaterThanOrEqual((30 / 25.4) * 72 - 0.5);
        expect(x + width).toBeLessThanOrEqual((110 / 25.4) * 72 + 0.5);
        expect(y + size * 0.9).toBeLessThanOrEqual(595.28 - (60 / 25.4) * 72);
        expect(y - size * 0.2).toBeGreaterThanOrEqual(595.28 - (84 / 25.4) * 72);
      }
      expect(
        pieces
          .map(({ text }) => text)
          .join('')
          .replaceAll(' ', ''),
      ).toBe(userName.replaceAll(' ', ''));
      return {
        lines: new Set(pieces.map(({ y }) => Math.round(y))).size,
        size: Math.max(...pieces.map(({ size }) => size)),
      };
    };
    expect(await inside('王小明')).toEqual({ lines: 1, size: 28 });
    const shrunk = await inside('Maximiliane Brandenburg');
    expect(shrunk.lines).toBe(1);
    expect(shrunk.size).toBeLessThan(28);
    expect(shrunk.size).toBeGreaterThan(28 * 0.6);
    expect((await inside('Maximiliane Alexandra von und zu Brandenburg-Hohenstein')).lines).toBeGreaterThan(1);
    expect((await inside('阿卜杜热合曼买买提艾力阿卜杜热合曼买买提艾力阿')).lines).toBeGreaterThan(1);
  });

  it('has a stamp when it is revoked, and is refused with characters that its font does not have', async () => {
    const { kind } = await kindWith(plainLayout('portrait'));
    const { id } = await giveCertificate(tenant, holder, kind);
    await withTenant(tenant.id, (db) =>
      db.update(userCertificate).set({ revokedAt: new Date(), revokeReason: '代考' }).where(eq(userCertificate.id, id)),
    );
    expect((await readPdf(await pdfOf(holder, id))).texts).toEqual(
      expect.arrayContaining(['已撤销', expect.stringContaining('撤销日期')]),
    );
    const other = await mintPerson(tenant, { userName: '王𠮷' });
    const refused = await pdfOf(other, (await giveCertificate(tenant, other, kind)).id);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('𠮷');
  });

  it('is in archives of certificates as it is', async () => {
    const { kind } = await kindWith(plainLayout('portrait'));
    const owner = await mintPerson(tenant, { userName: '李雷' });
    await giveCertificate(tenant, owner, kind);
    const record = await ok(owner, 'POST /course/auth/user/certificate/export', { format: 'zip' });
    await makeExportJob({ enterpriseId: tenant.id, exportId: record.id });
    const [made] = (await ok(owner, 'POST /data/auth/export/record/page')).list;
    expect(made).toMatchObject({ exportStatus: 2 });
    const { url } = await ok(owner, 'GET /data/auth/export/record/get/file/download/url', { id: made!.id });
    const { unzipSync } = await import('fflate');
    const [pdf] = Object.values(unzipSync(new Uint8Array(await (await download(owner, url)).arrayBuffer())));
    const { size, texts } = await readPdf(new Response(new Uint8Array(pdf!)));
    expect([Math.round(size[2]!), texts]).toEqual([595, expect.arrayContaining(['李雷'])]);
  });

  it('is shown before with the longest names of the enterprise', async () => {
    const firm = await mintTenant();
    const admin = await mintPerson(firm, { isAdmin: true, userName: 'Al' });
    await mintPerson(firm, { userName: 'Bartholomew Longfellow-Featherstonehaugh' });
    await mintCertificate(firm, { certificateName: 'Short' });
    await mintCertificate(firm, { certificateName: 'A certificate with a very long title' });
    const layout = plainLayout('portrait', [element('text', { text: '{title}', y: 150, width: 150 })]);
    const id = await mintTemplate(firm, { layout, published: false });
    const shown = await download({ ...admin, locale: 'en' }, `/en/admin/certificate-preview/${id}.pdf`);
    expect(shown.headers.get('content-type')).toBe('application/pdf');
    const texts = (await readPdf(shown)).texts.join(' ');
    for (const part of [
      'Bartholomew',
      'Featherstonehaugh',
      'A certificate with a very long title',
      'not a certificate',
    ])
      expect(texts).toContain(part);
    expect((await ok(admin, VIEW, { id })).longest.en.name).toBe('Bartholomew Longfellow-Featherstonehaugh');
  });
});

describe('a picture of templates', () => {
  it('is stored as PNG or JPEG without anything else, once', async () => {
    const sent = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#223344' } })
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg()
      .toBuffer();
    const large = await ok(editor, UPLOAD, { file: new File([new Uint8Array(sent)], 'x.jpg') });
    expect(large).toMatchObject({ contentType: 'image/jpeg', width: 2339, height: 1559 });
    expect(await ok(editor, UPLOAD, { file: new File([new Uint8Array(sent)], 'y.png') })).toMatchObject({
      id: large.id,
    });
    const [row] = await withTenant(tenant.id, (db) => db.select().from(file).where(eq(file.id, large.id)));
    expect(row).toMatchObject({ visibility: 'member', uploadedBy: null });
    expect(Buffer.from(await (await fileStore()).getBytes(row!.storeKey)).includes('somebody')).toBe(false);
    expect(await upload({ transparent: true, width: 1500, height: 900 })).toMatchObject({
      ...{ contentType: 'image/png', width: 1000, height: 600 },
    });
  });

  it('is refused unless it is one: other types, broken, larger than it says, two types in one', async () => {
    const good = Buffer.from(await (await pictureFile({ transparent: true })).arrayBuffer());
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const webp = await sharp(good).webp().toBuffer();
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const half = good.subarray(0, good.length / 2);
    const wrong: [Buffer, number][] = [
      ...([
        [svg, 415],
        [webp, 415],
        [half, 422],
        [bomb, 422],
      ] as [Buffer, number][]),
      ...([
        [Buffer.alloc(0), 415],
        [Buffer.from('%PDF-1.7'), 415],
      ] as [Buffer, number][]),
    ];
    for (const [bytes, code] of wrong) {
      const answer = await call(editor, UPLOAD, { file: new File([new Uint8Array(bytes)], 'x.png') });
      expect([answer.code, fieldsOf(answer)]).toEqual([code, ['file']]);
    }
  });

  it('of another enterprise, or from elsewhere, cannot be used', async () => {
    const stranger = await mintPerson(await mintTenant(), { isAdmin: true });
    const theirs = await ok(stranger, UPLOAD, { file: await pictureFile() });
    const { id: logo } = await ok(editor, 'POST /system/auth/upload/pic', { file: await pictureFile(), use: 'text' });
    const { id } = await ok(editor, ADD, { name: 'Pictures', orientation: 'landscape' });
    for (const fileId of [theirs.id, logo]) {
      const layout = { ...plainLayout(), backgroundFileId: fileId, elements: [element('seal', { fileId })] };
      const answer = await call(editor, SAVE, { id, revision: 1, name: 'Pictures', layout });
      expect([answer.code, fieldsOf(answer)]).toEqual([422, ['layout.backgroundFileId', 'layout.elements.0.fileId']]);
    }
  });

  it('is deleted when no template has had it for a day, and stays with a version', async () => {
    const firm = await mintTenant();
    const admin = await mintPerson(firm, { isAdmin: true });
    const add = async (color: string) => (await ok(admin, UPLOAD, { file: await pictureFile({ color }) })).id;
    const [used, unused] = [await add('#111111'), await add('#222222')];
    const layout = { ...plainLayout(), backgroundFileId: used };
    const { id } = await ok(admin, ADD, { name: 'Kept', orientation: 'landscape' });
    await ok(admin, SAVE, { id, revision: 1, name: 'Kept', layout });
    await ok(admin, PUBLISH, { id, revision: 2 });
    // The draft does not have it any more, the version does.
    await ok(admin, SAVE, { id, revision: 3, name: 'Kept', layout: plainLayout() });
    const old = new Date(Date.now() - 2 * 86_400_000);
    await withTenant(firm.id, (db) => db.update(certificatePicture).set({ gmtCreate: old }));
    const added = await add('#333333');
    const left = await withTenant(firm.id, (db) => db.select().from(certificatePicture));
    expect(left.map(({ fileId }) => fileId).sort()).toEqual([used, added].sort());
    expect(await withTenant(firm.id, (db) => db.$count(file, eq(file.id, unused)))).toBe(0);
  });

  it('are 100 MB together at most', async () => {
    const firm = await mintTenant();
    const admin = await mintPerson(firm, { isAdmin: true });
    await ok(admin, UPLOAD, { file: await pictureFile() });
    await withTenant(firm.id, (db) => db.update(certificatePicture).set({ fileSize: 100 * 1024 * 1024 }));
    const answer = await call(admin, UPLOAD, { file: await pictureFile({ color: '#00ff00' }) });
    expect([answer.code, fieldsOf(answer)]).toEqual([413, ['file']]);
  });
});
