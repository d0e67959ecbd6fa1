import { unzipSync } from 'fflate';

type Cell = { text: string; type: string; isFormula: boolean };

const decode = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;|&#39;/g, "'")
    .replace(/&amp;/g, '&');

/** The cells of the first sheet of an xlsx file, as a program reads them that opens it. */
export function cellsOf(bytes: Uint8Array): Cell[][] {
  const files = unzipSync(bytes);
  const read = (name: string) => new TextDecoder().decode(files[name]);
  const shared = files['xl/sharedStrings.xml']
    ? [...read('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, inner]) =>
        decode([...inner!.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text]) => text).join('')),
      )
    : [];
  return [...read('xl/worksheets/sheet1.xml').matchAll(/<row\b[^>]*>(.*?)<\/row>/gs)].map(([, row]) =>
    [...row!.matchAll(/<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes, inner = '']) => {
      const type = /\bt="(\w+)"/.exec(attributes!)?.[1] ?? 'n';
      const value = /<(?:v|t)\b[^>]*>(.*?)<\/(?:v|t)>/s.exec(inner)?.[1] ?? '';
      const text = type === 's' ? shared[Number(value)]! : decode(value);
      return { text, type, isFormula: inner.includes('<f') };
    }),
  );
}

/** Only what stands in the cells. */
export const textsOf = (bytes: Uint8Array) => cellsOf(bytes).map((row) => row.map(({ text }) => text));
