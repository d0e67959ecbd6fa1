import { escapeUTF8 } from 'entities';
import type { Language, Place } from '../draft.ts';
import { topicOf } from '../gift/read-gift.ts';
import { fileFinder, pathOf } from '../media.ts';
import type { FindFile } from '../clean-html.ts';
import type { Report } from '../report.ts';
import { cleanLine } from '../text.ts';
import { childOf, elementsOf, findAll, textOf, type XmlElement } from '../xml/parse-xml.ts';
import { convertMoodle } from './convert-moodle.ts';
import { STORED_ID } from './own-texts.ts';

export type MoodleReading = { file: string; language: Language; report: Report; findFile: FindFile };

/** Reads a file in Moodle XML. */
export function readMoodle(quiz: XmlElement, { file, language: asked, report, findFile }: MoodleReading): void {
  const language = (/^(?:zh|en)$/.exec(quiz.attributes['lang'] ?? '')?.[0] ?? asked) as Language;
  let topic: string | null = null;
  let penalised: { place: Place; count: number } | undefined;
  for (const question of elementsOf(quiz)) {
    const name = cleanLine(textOf(childOf(childOf(question, 'name'), 'text')));
    const idNumber = cleanLine(textOf(childOf(question, 'idnumber')));
    const item = idNumber || name || null;
    const place: Place = { file, line: question.line, item };
    if (question.name !== 'question') {
      report.skipped(place, 'notQuestion', { name: question.name });
      continue;
    }
    if (question.attributes['type'] === 'category') {
      topic = topicOf(textOf(childOf(childOf(question, 'category'), 'text')));
      continue;
    }
    if (report.isFull(place)) continue;
    if (Number(textOf(childOf(question, 'penalty')) || 0) > 0)
      penalised = { place: penalised?.place ?? place, count: (penalised?.count ?? 0) + 1 };
    const tags = elementsOf(childOf(question, 'tags') ?? question, 'tag').map((tag) => cleanLine(textOf(tag)));
    placeOldImage(question);
    const files = embeddedFiles(question);
    const find: FindFile = (address, context) =>
      files.has(pathOf(address)) ? own(address, context) : findFile(address, context);
    const own = fileFinder(files);
    const storedId = cleanLine(textOf(childOf(question, STORED_ID))) || undefined;
    convertMoodle(question, {
      ...{ code: item, storedId, tags },
      conversion: { place, language, topic, report, findFile: find },
    });
  }
  // Moodle gives every question a penalty, which counts in few ways of taking a test: one loss for all.
  if (penalised) report.changed(penalised.place, 'penalty', { count: penalised.count });
}

/** The files within a question, by path. */
function embeddedFiles(question: XmlElement): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const file of findAll(question, new Set(['file']))) {
    const { name = '', path = '/' } = file.attributes;
    files.set(pathOf(name, path), Buffer.from(textOf(file).trim(), 'base64'));
  }
  const image = imageOf(question);
  if (image !== '') files.set(pathOf(image), Buffer.from(textOf(childOf(question, 'image_base64')).trim(), 'base64'));
  return files;
}

/** Moodle 1.9 has one picture beside the text of a question. */
const imageOf = (question: XmlElement) => textOf(childOf(question, 'image')).trim();

function placeOldImage(question: XmlElement): void {
  const image = imageOf(question);
  const text = childOf(childOf(question, 'questiontext'), 'text');
  if (image !== '') text?.children.push(`<p><img src="${escapeUTF8(encodeURI(image))}" alt=""></p>`);
}
