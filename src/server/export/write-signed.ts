import { canonicalJson } from '#src/lib/canonical-json.ts';
import { xml } from '#src/lib/xml.ts';
import { fileSigner, JSON_END, JSON_START } from '#src/server/core/signed-file.ts';
import { turns } from '#src/server/core/turns.ts';
import type { Locale } from '#src/i18n/locale.ts';

export const SIGNED = 'text/html; charset=utf-8';

type Signed = {
  title: string;
  /** What the file is, and how it is verified. */
  hint: string;
  locale: Locale;
  headers: string[];
  /** The cells of a row as texts, and its entry. */
  rows: AsyncIterable<{ cells: string[]; entry: unknown }>;
  /** The data beside `entries` and `count`. */
  head: (count: number) => Record<string, unknown>;
};

/** Writes a table as a page that stands alone, with its entries as JSON, and signs every byte (`core/signed-file.ts`). */
export async function writeSigned({ title, hint, locale, headers, rows, head }: Signed): Promise<Buffer> {
  const parts = [
    `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<title>${xml(title)}</title>
<style>body{font:14px/1.5 system-ui,sans-serif;margin:2rem}table{border-collapse:collapse}
td,th{border:1px solid #ccc;padding:.2rem .5rem;text-align:start;vertical-align:top;overflow-wrap:anywhere}</style>
</head>
<body>
<h1>${xml(title)}</h1>
<p>${xml(hint)}</p>
<table><tr>${headers.map((text) => `<th>${xml(text)}</th>`).join('')}</tr>\n`,
  ];
  const entries: string[] = [];
  const turn = turns();
  for await (const { cells, entry } of rows) {
    parts.push(`<tr>${cells.map((text) => `<td>${xml(text)}</td>`).join('')}</tr>\n`);
    entries.push(canonicalJson(entry).replaceAll('<', '\\u003c'));
    await turn();
  }
  // The list is put where canonical JSON has it: it would take long to write it with the rest.
  const json = canonicalJson({ ...head(entries.length), entries: [] }).replaceAll('<', '\\u003c');
  const at = json.indexOf('"entries":[]') + '"entries":['.length;
  parts.push(
    `</table>\n${JSON_START}${json.slice(0, at)}`,
    entries.join(','),
    `${json.slice(at)}${JSON_END}\n</body>\n</html>`,
  );
  const signer = fileSigner();
  const bytes = parts.map((part) => Buffer.from(part));
  for (const part of bytes) signer.update(part);
  return Buffer.concat([...bytes, signer.trailer()]);
}
