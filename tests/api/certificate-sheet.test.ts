import { unzipSync } from 'fflate';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { appPool } from '#src/server/core/db/pool.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { EXPORT_LISTS, makeExportJob } from '#src/server/jobs/make-export.ts';
import { certificateExport } from '#src/server/record/certificate-export.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { element, mintTemplate, plainLayout } from '../factories/certificate-template.ts';
import { mintCourse, mintLecturer } from '../factories/course.ts';
import { mintExam } from '../factories/exam.ts';
import { call, download, ok } from '../factories/portal.ts';
import { readPdf } from '../factories/read-pdf.ts';
import { giveCertificate, mintCertificate } from '../factories/record.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Certificates as PDF (docs/specification.md, section "Certificates"). */

/** Characters of names that few fonts have. */
const RARE = '堃龑㛃䶮𬭎';

let tenant: TestTenant;
let person: TestPerson;
let kind: string;

beforeAll(async () => {
  tenant = await mintTenant();
  person = await mintPerson(tenant, { userName: RARE });
  kind = await mintCertificate(tenant, { certificateName: '特种作业 Office 证', validMonths: 12 });
});

const pathOf = (id: string, language = '') => `${language}/account/certificate/${id}.pdf`;

describe('a certificate as PDF', () => {
  it('says what was issued as text, on one page A4, with its font and metadata', async () => {
    const { id, certificateNo } = await giveCertificate(tenant, person, kind);
    const response = await download(person, pathOf(id));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${certificateNo}.pdf"`);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const { pages, texts, size, info, raw } = await readPdf(response);
    expect(pages).toBe(1);
    expect(size.map(Math.round)).toEqual([0, 0, 842, 595]);
    expect(texts).toEqual(
      expect.arrayContaining([RARE, '特种作业 Office 证', '培训中心', `证书编号 ${certificateNo}`, '证书']),
    );
    expect(info).toMatchObject({ Title: `特种作业 Office 证 · ${certificateNo}`, Author: '培训中心', Subject: RARE });
    expect(raw).toContain('<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>');
    expect(raw.length).toBeLessThan(120_000);
    // The same whenever it is downloaded.
    const [once, again] = await Promise.all([download(person, pathOf(id)), download(person, pathOf(id))]);
    expect(Buffer.from(await once.arrayBuffer())).toEqual(Buffer.from(await again.arrayBuffer()));
    const english = await readPdf(await download({ ...person, locale: 'en' }, pathOf(id, '/en')));
    expect(english.texts).toEqual(expect.arrayContaining(['Certificate', RARE]));
  });

  it('has a stamp from the moment at which it is revoked', async () => {
    const { id } = await giveCertificate(tenant, person, kind);
    const [before] = await Promise.all([
      download(person, pathOf(id)),
      withTenant(tenant.id, (db) =>
        db
          .update(userCertificate)
          .set({ revokedAt: new Date(), revokeReason: '代考' })
          .where(eq(userCertificate.id, id)),
      ),
    ]);
    expect(before.status).toBe(200);
    const { texts } = await readPdf(await download(person, pathOf(id)));
    expect(texts).toEqual(expect.arrayContaining(['已撤销', expect.stringContaining('撤销日期')]));
    expect(texts.join('')).not.toContain('代考');
  });

  it('is refused with the characters that its font does not have', async () => {
    const other = await mintPerson(tenant, { userName: '王𠮷' });
    const { id } = await giveCertificate(tenant, other, kind);
    const response = await download(other, pathOf(id));
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('𠮷');
    // The thread goes on.
    expect((await download(person, pathOf((await giveCertificate(tenant, person, kind)).id))).status).toBe(200);
  });

  it('is for its holder and those who manage its kind', async () => {
    const teacher = await mintPerson(tenant, { userType: 2 });
    const courseId = await mintCourse(tenant, { lecturerId: await mintLecturer(tenant, { userId: teacher.userId }) });
    const { certificateId } = await mintExam(tenant, { courseId });
    const taught = await giveCertificate(tenant, person, certificateId);
    const { id } = await giveCertificate(tenant, person, kind);
    const status = async (who: TestPerson | { host: string }, of: string) => (await download(who, of)).status;
    const admin = await mintPerson(tenant, { isAdmin: true });
    expect([await status(admin, pathOf(id)), await status(teacher, pathOf(taught.id))]).toEqual([200, 200]);
    const colleague = await mintPerson(tenant);
    const stranger = await mintPerson(await mintTenant(), { isAdmin: true });
    for (const who of [teacher, colleague, stranger, { host: tenant.host }])
      expect(await status(who, pathOf(id))).toBe(404);
    for (const file of ['x.pdf', id, `${id}.png`])
      expect(await status(person, `/account/certificate/${file}`)).toBe(404);
  });
});

describe('certificates as an archive', () => {
  const EXPORT = 'POST /course/auth/certificate/issued/export';

  it('has each as PDF, and names those that could not be made', async () => {
    const firm = await mintTenant();
    const admin = await mintPerson(firm, { isAdmin: true });
    const own = await mintCertificate(firm, { certificateName: '叉车证' });
    const other = await mintCertificate(firm, { certificateName: '焊工证' });
    const [one, two] = [await mintPerson(firm, { userName: '王小明' }), await mintPerson(firm, { userName: '😀' })];
    const good = await giveCertificate(firm, one, own);
    const bad = await giveCertificate(firm, two, own);
    await giveCertificate(firm, one, other);
    const record = await ok(admin, EXPORT, { certificateId: own, format: 'zip' });
    expect(record.fileName).toMatch(/\.zip$/);
    expect(await makeExportJob({ enterpriseId: firm.id, exportId: record.id })).toBeUndefined();
    const files = await filesOf(admin);
    expect(Object.keys(files).sort()).toEqual([`${good.certificateNo}.pdf`, '未能生成.txt'].sort());
    expect(Buffer.from(files[`${good.certificateNo}.pdf`]!).subarray(0, 5).toString()).toBe('%PDF-');
    const problems = Buffer.from(files['未能生成.txt']!).toString();
    expect(problems).toContain(`${bad.certificateNo}.pdf`);
    expect(problems).toContain('😀');
  });

  it('is made of one’s own, too, and of all only for administrators', async () => {
    const firm = await mintTenant();
    const [one, two] = [await mintPerson(firm, { userName: '王小明' }), await mintPerson(firm)];
    const own = await mintCertificate(firm);
    const mine = await giveCertificate(firm, one, own);
    await giveCertificate(firm, two, own);
    expect((await call(one, EXPORT, { format: 'zip' })).code).toBe(403);
    const record = await ok(one, 'POST /course/auth/user/certificate/export', { format: 'zip' });
    await makeExportJob({ enterpriseId: firm.id, exportId: record.id });
    expect(Object.keys(await filesOf(one))).toEqual([`${mine.certificateNo}.pdf`]);
  });

  it('is made in parts, each certificate with its template, while no transaction is open', async () => {
    const firm = await mintTenant();
    const admin = await mintPerson(firm, { isAdmin: true });
    const own = await mintCertificate(firm);
    const layout = plainLayout('portrait', [element('text', { text: 'Made with {name}', y: 150 })]);
    const templateId = await mintTemplate(firm, { layout });
    await ok(admin, 'POST /course/auth/certificate/kind/template/save', { id: own, revision: 0, templateId });
    const names = ['Ada', 'Bea', 'Cyd'];
    for (const userName of names) await giveCertificate(firm, await mintPerson(firm, { userName }), own);
    const { id: exportId } = await ok(admin, EXPORT, { certificateId: own, format: 'zip' });
    const busy: number[] = [];
    const file: typeof certificateExport.file = (row, asked) => {
      busy.push(appPool().totalCount - appPool().idleCount);
      return certificateExport.file!(row, asked);
    };
    const lists = { ...EXPORT_LISTS, certificates: { ...certificateExport, file } };
    expect(await makeExport({ enterpriseId: firm.id, exportId }, lists, new Date(), 2)).toBeUndefined();
    expect(busy).toEqual([0, 0, 0]);
    const { list } = await ok(admin, 'POST /data/auth/export/record/page');
    expect(list).toHaveLength(2);
    const texts: string[] = [];
    for (const { id } of list) {
      const { url } = await ok(admin, 'GET /data/auth/export/record/get/file/download/url', { id });
      const files = unzipSync(new Uint8Array(await (await download(admin, url)).arrayBuffer()));
      for (const bytes of Object.values(files))
        texts.push(...(await readPdf(new Response(new Uint8Array(bytes)))).texts);
    }
    expect(texts.filter((text) => text.startsWith('Made with ')).sort()).toEqual(
      names.map((name) => `Made with ${name}`),
    );
  });

  /** The files of the latest export. */
  async function filesOf(who: TestPerson) {
    const [made] = (await ok(who, 'POST /data/auth/export/record/page')).list;
    expect(made).toMatchObject({ exportStatus: 2 });
    const { url } = await ok(who, 'GET /data/auth/export/record/get/file/download/url', { id: made!.id });
    return unzipSync(new Uint8Array(await (await download(who, url)).arrayBuffer()));
  }
});
