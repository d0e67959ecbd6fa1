import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { escapeUTF8 } from 'entities';
import type { Palette } from './draw.ts';
import { packPdf } from './pdf.ts';
import type { Document, Section } from './plan.ts';

const run = promisify(execFile);
const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Prints a document as PDF with A5 pages and embedded fonts. */
export async function makeDocument(document: Document, tenant: string, lang: string, c: Palette): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'zhixing-paper-'));
  try {
    const [page, pdf] = [join(folder, 'page.html'), join(folder, 'page.pdf')];
    await writeFile(page, html(document, tenant, lang, c));
    const flags = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-pdf-header-footer',
      `--user-data-dir=${join(folder, 'profile')}`,
    ];
    await run(CHROMIUM, [...flags, `--print-to-pdf=${pdf}`, `file://${page}`], { timeout: 60_000 });
    // The date is the only difference between runs; the replacement has the same length, so that offsets remain valid.
    const printed = (await readFile(pdf)).toString('latin1').replace(/\(D:\d{14}/g, '(D:20260101000000');
    return packPdf(Buffer.from(printed, 'latin1'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function html({ title, subtitle, sections }: Document, tenant: string, lang: string, c: Palette): string {
  return `<!doctype html><html lang="${lang === 'zh' ? 'zh-CN' : 'en'}"><meta charset="utf-8"><title>${escapeUTF8(title)}</title><style>
    @page { size: A5; margin: 15mm 14mm } * { box-sizing: border-box; font-weight: 400 }
    body { margin: 0; font: 10.5pt/1.65 "Noto Sans CJK SC", sans-serif; color: ${c.ink} }
    header { background: ${c.brand}; color: #fff; margin: -2mm -2mm 7mm; padding: 9mm 8mm 8mm; border-radius: 3mm; border-right: 5mm solid ${c.accent} }
    header small { font-size: 8.5pt; opacity: .85 } h1 { font-size: 19pt; line-height: 1.3; margin: 1.5mm 0 1mm } header p { margin: 0; font-size: 10pt; opacity: .92 }
    h2 { font-size: 12.5pt; color: ${c.brand}; margin: 5.5mm 0 1.5mm; break-after: avoid } p { margin: 0 0 2mm }
    ul { margin: 0; padding-left: 5mm } li { margin-bottom: 1mm } li::marker { color: ${c.brand} }
    section { break-inside: avoid } table { border-collapse: collapse; width: 100%; font-size: 9.5pt; line-height: 1.5; margin-top: 1mm }
    th { background: ${c.mist}; color: ${c.deep}; text-align: left } th, td { border: .25mm solid ${c.soft}; padding: 1.5mm 2mm; vertical-align: top }
  </style><header><small>${escapeUTF8(tenant)}</small><h1>${escapeUTF8(title)}</h1><p>${escapeUTF8(subtitle)}</p></header>${sections.map(section).join('')}</html>`;
}

function section({ heading, text, points, table }: Section): string {
  const rows = table?.map(
    (row, index) =>
      `<tr>${row.map((cell) => (index === 0 ? `<th>${escapeUTF8(cell)}</th>` : `<td>${escapeUTF8(cell)}</td>`)).join('')}</tr>`,
  );
  return `<section><h2>${escapeUTF8(heading)}</h2>${text ? `<p>${escapeUTF8(text)}</p>` : ''}${points ? `<ul>${points.map((point) => `<li>${escapeUTF8(point)}</li>`).join('')}</ul>` : ''}${rows ? `<table>${rows.join('')}</table>` : ''}</section>`;
}
