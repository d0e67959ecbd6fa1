import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { courseResource } from '#src/server/course/tables.ts';
import { file } from '#src/server/file/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { fileStore } from '#src/server/file/store.ts';
import type { TestTenant } from './tenant.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
export const MIME = {
  docx: `${OFFICE}wordprocessingml.document`,
  xlsx: `${OFFICE}spreadsheetml.sheet`,
  pptx: `${OFFICE}presentationml.presentation`,
  pdf: 'application/pdf',
  csv: 'text/csv',
  txt: 'text/plain',
  md: 'text/markdown',
  doc: 'application/x-cfb',
  png: 'image/png',
  zip: 'application/zip',
};

type More = Partial<typeof courseResource.$inferInsert> & { fileName?: string };

/** Stores a file and inserts the resource of a course that shows it. @returns the ids of both */
export async function mintDocument(
  tenant: TestTenant,
  courseId: string,
  type: keyof typeof MIME,
  bytes: Buffer | string,
  { fileName, ...more }: More = {},
): Promise<{ resourceId: string; fileId: string }> {
  const [resourceId, fileId] = [randomUUID(), randomUUID()];
  const stored = Buffer.from(bytes);
  await (await fileStore()).put(fileId, stored);
  await withTenant(tenant.id, async (db) => {
    await db.insert(file).values({
      enterpriseId: tenant.id,
      id: fileId,
      storeKey: fileId,
      sha256: fileId,
      fileName: fileName ?? `${fileId}.${type}`,
      contentType: MIME[type],
      fileSize: stored.length,
      visibility: 'member',
    });
    await db.insert(courseResource).values({
      subResourceName: 'Document',
      contentType: 2,
      resourceType: type === 'zip' ? 6 : type === 'png' ? 5 : 4,
      ...more,
      enterpriseId: tenant.id,
      id: resourceId,
      courseId,
      code: resourceId,
      fileId,
    });
  });
  return { resourceId, fileId };
}

/** A small picture. */
export const png = (): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#1b5fc1' } })
    .png()
    .toBuffer();

/** A PDF with a line of text on each page, and a chapter for each. */
export function pdf(pages: string[]): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const first = 5;
  const kids = pages.map((_, i) => `${first + i * 2} 0 R`).join(' ');
  const chapter = first + pages.length * 2;
  add(`<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>`);
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add(`<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>`);
  add(`<< /Type /Outlines /First ${chapter} 0 R /Last ${chapter + pages.length - 1} 0 R /Count ${pages.length} >>`);
  for (const [i, text] of pages.entries()) {
    const content = `BT /F1 20 Tf 40 300 Td (${text}) Tj ET`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents ${first + i * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  for (const [i] of pages.entries()) {
    const beside = `${i > 0 ? `/Prev ${chapter + i - 1} 0 R` : ''} ${i < pages.length - 1 ? `/Next ${chapter + i + 1} 0 R` : ''}`;
    add(`<< /Title (Chapter ${i + 1}) /Parent 4 0 R ${beside} /Dest [${first + i * 2} 0 R /Fit] >>`);
  }
  let text = '%PDF-1.4\n';
  const places = objects.map((body, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}
