import { unzipSync } from 'fflate';

/** `format`: the number format of the cell; a date cell has its date as text, `2026-03-01 09:00`. */
type Cell = { text: string; type: string; format: string; isFormula: boolean };

const decode = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;|&#39;/g, "'")
    .replace(/&amp;/g, '&')
    // Escapes of OOXML.
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** Number formats of the file that are not built in, and those that are. */
const BUILT_IN: Record<string, string> = { '0': 'General', '49': '@' };

/** Number format of each style. */
function formatsOf(styles: string): string[] {
  const own = [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [
    id!,
    code!,
  ]);
  const formats = { ...BUILT_IN, ...(Object.fromEntries(own) as Record<string, string>) };
  const cellXfs = /<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles)![1]!;
  return [...cellXfs.matchAll(/numFmtId="(\d+)"/g)].map(([, id]) => formats[id!] ?? id!);
}

/** The time of a serial number of Excel: days since 1899-12-30. */
const dateOf = (serial: number) =>
  new Date(Math.round((serial - 25_569) * 86_400) * 1000).toISOString().slice(0, 16).replace('T', ' ');

/** Returns the cells of the first sheet of an xlsx file. */
export function cellsOf(bytes: Uint8Array): Cell[][] {
  const files = unzipSync(bytes);
  const read = (name: string) => new TextDecoder().decode(files[name]);
  const shared = files['xl/sharedStrings.xml']
    ? [...read('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, inner]) =>
        decode([...inner!.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text]) => text).join('')),
      )
    : [];
  const formats = formatsOf(read('xl/styles.xml'));
  return [...read('xl/worksheets/sheet1.xml').matchAll(/<row\b[^>]*>(.*?)<\/row>/gs)].map(([, row]) =>
    [...row!.matchAll(/<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes, inner = '']) => {
      const type = /\bt="(\w+)"/.exec(attributes!)?.[1] ?? 'n';
      const value = /<(?:v|t)\b[^>]*>(.*?)<\/(?:v|t)>/s.exec(inner)?.[1] ?? '';
      const format = formats[Number(/\bs="(\d+)"/.exec(attributes!)?.[1] ?? 0)]!;
      const isDate = format.startsWith('yyyy') && value !== '' && type === 'n';
      const text = type === 's' ? shared[Number(value)]! : isDate ? dateOf(Number(value)) : decode(value);
      return { text, type, format, isFormula: inner.includes('<f') };
    }),
  );
}

/** Returns the texts of the cells. */
export const textsOf = (bytes: Uint8Array) => cellsOf(bytes).map((row) => row.map(({ text }) => text));
