import { AppError } from '#src/server/core/app-error.ts';
import { decodeTable } from '#src/server/core/decode-table.ts';
import type { FormatResult, Language, ReadOptions } from './draft.ts';
import { readGift } from './gift/read-gift.ts';
import { QUESTION_FILE_LIMITS as LIMITS } from './limits.ts';
import { isList, readList } from './list/read-list.ts';
import { fileFinder, pathOf } from './media.ts';
import type { FindFile } from './clean-html.ts';
import { readMoodle } from './moodle/read-moodle.ts';
import { MANIFEST, readQtiPackage, readQtiRoot } from './qti/read-package.ts';
import { Report } from './report.ts';
import { csvDelimiter, readCsvQuestions } from './table/read-csv.ts';
import { readXlsxQuestions } from './table/read-xlsx.ts';
import { languageOf } from './text.ts';
import { parseXml } from './xml/parse-xml.ts';
import { readZip, ZipError } from '#src/server/core/read-zip.ts';

const ZIP = '504b';
/** Of a workbook in the old format or with a password. */
const OLE = 'd0cf11e0';
/** Characters that no text has; other files do. */
const NOT_TEXT = /[\u0000-\u0008\u000e-\u001a]/;

/**
 * Reads a file of questions in any of the formats, which is found from the content, not from the name: GIFT, a numbered list, Moodle XML, QTI
 * 1.2, 2.1, 2.2 and 3.0 (an item or a package), xlsx and csv of the template; or a zip of one of them with its pictures.
 * @returns the questions, and by question what is lost: nothing is dropped without a loss
 * @throws AppError (413, 415, 422) when the file as a whole cannot be read
 */
export async function readQuestionFile(bytes: Uint8Array, { file, language }: ReadOptions): Promise<FormatResult> {
  if (bytes.length > LIMITS.file) throw new AppError(413, 'questionFileTooLarge');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const report = new Report();
  const reading = { language, report };
  const start = buffer.subarray(0, 4).toString('hex');
  if (start === OLE) throw new AppError(422, 'questionFileOldExcel');
  if (!start.startsWith(ZIP)) readText(buffer, file, { ...reading, findFile: fileFinder(new Map()) });
  else await readArchive(buffer, file, reading);
  return report.result();
}

type Reading = Pick<ReadOptions, 'language'> & { report: Report; findFile: FindFile };

async function readArchive(bytes: Buffer, file: string, reading: Omit<Reading, 'findFile'>): Promise<void> {
  const parts = openArchive(bytes);
  const findFile = fileFinder(new Map([...parts].map(([path, part]) => [pathOf(path), part])));
  const { report } = reading;
  if (parts.has('xl/workbook.xml'))
    return readXlsxQuestions(bytes, { file, language: reading.language ?? 'zh', report, findFile });
  if ([...parts.keys()].some((path) => MANIFEST.test(path))) return readQtiPackage(parts, reading);
  const sources = [...parts].filter(([path]) => /\.(?:txt|gift|xml|csv|xlsx)$/i.test(path));
  if (sources.length === 0) throw new AppError(415, 'questionFileUnknown');
  for (const [path, part] of sources) {
    if (!part.subarray(0, 4).toString('hex').startsWith(ZIP)) readText(part, path, { ...reading, findFile });
    else await readXlsxQuestions(part, { file: path, language: reading.language ?? 'zh', report, findFile });
  }
}

function readText(bytes: Buffer, file: string, { language, report, findFile }: Reading): void {
  const text = decodeTable(bytes);
  if (text === undefined || NOT_TEXT.test(text)) throw new AppError(415, 'questionFileUnknown');
  const reading = { file, language: language ?? languageOf(text), report, findFile };
  if (/^\ufeff?\s*<[?!A-Za-z]/.test(text)) return readXml(text, reading, language);
  const delimiter = csvDelimiter(text);
  if (delimiter !== undefined) readCsvQuestions(text, delimiter, reading);
  else if (isList(text)) readList(text, reading);
  else readGift(text, reading);
}

/** @throws AppError (415) for XML of another vocabulary */
function readXml(
  text: string,
  reading: Omit<Reading, 'language'> & { file: string; language: Language },
  asked: Language | null,
): void {
  const { file, report, findFile } = reading;
  const root = parseXml(text);
  if (root.name === 'quiz') return readMoodle(root, reading);
  const place = { file, line: 1, item: null };
  if (!/^(?:(?:qti-)?assessment|questestinterop$)/i.test(root.name)) throw new AppError(415, 'questionFileUnknown');
  readQtiRoot(root, { place, language: asked, report, findFile });
}

/**
 * Unpacks an archive of questions, without what operating systems add to it.
 * @throws AppError (422)
 */
function openArchive(bytes: Buffer): Map<string, Buffer> {
  try {
    const parts = readZip(bytes, { entries: LIMITS.entries, part: LIMITS.entry, unpacked: LIMITS.unpacked });
    const named = [...parts].map(([path, part]) => [path.replaceAll('\\', '/').normalize('NFC'), part] as const);
    return new Map(named.filter(([path]) => !/(?:^|\/)(?:__MACOSX\/|\.)/.test(path)));
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    switch (error.problem) {
      case 'password':
        throw new AppError(422, 'questionFilePassword');
      case 'tooLarge':
        throw new AppError(413, 'questionFileTooLarge');
      case 'unsafe':
        throw new AppError(422, 'questionFileUnsafe');
      case 'broken':
        throw new AppError(422, 'questionFileBroken');
    }
  }
}
