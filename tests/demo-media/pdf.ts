import { deflateSync } from 'node:zlib';

/**
 * Rewrites a PDF with a classic cross-reference table: packs its small objects into one compressed object stream (PDF 1.5).
 * Chromium writes them uncompressed, which is almost half of the file for Chinese text.
 */
export function packPdf(pdf: Buffer): Buffer {
  const source = pdf.toString('latin1');
  const tableAt = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(source)![1]);
  const [, head, rest] = /^xref\n0 (\d+)\n([\s\S]*)$/.exec(source.slice(tableAt))!;
  const offsets = Array.from({ length: Number(head) }, (_, index) => Number(rest!.slice(index * 20, index * 20 + 10)));
  const trailer = /trailer\s*<<([\s\S]*?)>>\s*startxref/.exec(rest!)![1]!.replace(/\/Size \d+/, '');
  const ends = [...offsets.slice(1), tableAt].sort((a, b) => a - b);

  const plain: { number: number; body: string }[] = [];
  const chunks: string[] = ['%PDF-1.5\n%\xe2\xe3\xcf\xd3\n'];
  let length = chunks[0]!.length;
  const place = new Map<number, [type: number, at: number, index: number]>([[0, [0, 0, 65535]]]);
  const write = (number: number, body: string) => {
    place.set(number, [1, length, 0]);
    const text = `${number} 0 obj\n${body}\nendobj\n`;
    chunks.push(text);
    length += text.length;
  };
  for (let number = 1; number < offsets.length; number += 1) {
    const start = offsets[number]!;
    const text = source.slice(
      start,
      ends.find((end) => end > start),
    );
    const body = text.slice(text.indexOf('obj') + 3, text.lastIndexOf('endobj')).trim();
    if (/>>\s*stream\r?\n/.test(body)) write(number, body);
    else plain.push({ number, body });
  }
  const packed = offsets.length;
  let index = '';
  let bodies = '';
  for (const [order, { number, body }] of plain.entries()) {
    index += `${number} ${bodies.length} `;
    bodies += `${body}\n`;
    place.set(number, [2, packed, order]);
  }
  const stream = (entries: string, data: Buffer) => {
    const bytes = deflateSync(data, { level: 9 });
    return `<<${entries} /Filter /FlateDecode /Length ${bytes.length}>>\nstream\n${bytes.toString('latin1')}\nendstream`;
  };
  write(
    packed,
    stream(`/Type /ObjStm /N ${plain.length} /First ${index.length}`, Buffer.from(index + bodies, 'latin1')),
  );
  const size = packed + 2;
  const xrefAt = length;
  place.set(packed + 1, [1, xrefAt, 0]);
  const rows = Buffer.alloc(size * 7);
  for (const [number, [type, at, order]] of place) {
    rows.writeUInt8(type, number * 7);
    rows.writeUInt32BE(at, number * 7 + 1);
    rows.writeUInt16BE(order, number * 7 + 5);
  }
  write(packed + 1, stream(`/Type /XRef /Size ${size} /W [1 4 2] ${trailer.trim()}`, rows));
  chunks.push(`startxref\n${xrefAt}\n%%EOF\n`);
  return Buffer.from(chunks.join(''), 'latin1');
}
