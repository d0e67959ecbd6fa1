import type { Conversion } from '../convert.ts';
import { cleanLine } from '../text.ts';
import { elementsOf, textOf, type XmlElement } from '../xml/parse-xml.ts';
import { readItem12 } from './read-item12.ts';

/** Reads a file of QTI 1.2: the items of its assessments, sections and object banks. */
export function readQti12(root: XmlElement, conversion: Conversion): void {
  for (const child of elementsOf(root)) readPart(child, conversion, [], { told: false });
}

/** Parts of a test that say how it is given. */
const PASSED = new Set(
  (
    'qticomment qtimetadata metadata duration assessmentcontrol sectioncontrol selection_ordering assessproc_extension ' +
    'sectionproc_extension outcomes_processing outcomes_metadata assessfeedback sectionfeedback itemref sectionref objectives'
  ).split(' '),
);

type Told = { told: boolean };

function readPart(element: XmlElement, conversion: Conversion, topics: string[], seen: Told): void {
  const { report, place } = conversion;
  const { title = '', ident = '' } = element.attributes;
  if (element.name === 'item') {
    const named = { ...place, line: element.line, item: cleanLine(title) || cleanLine(ident) || null };
    const language = /\p{Script=Han}/u.test(textOf(element)) ? 'zh' : conversion.language;
    return readItem12(element, { ...conversion, place: named, language, topic: topics.join('/') || null });
  }
  if (PASSED.has(element.name)) return;
  if (element.name !== 'assessment' && element.name !== 'section' && element.name !== 'objectbank') {
    if (textOf(element).trim() !== '')
      report.skipped({ ...place, line: element.line, item: null }, 'notQuestion', { name: element.name });
    return;
  }
  // Sections draw, time and weight; the title of the test itself is no topic.
  if (element.name === 'assessment' && !seen.told) {
    report.changed({ ...place, line: element.line, item: cleanLine(title) || null }, 'testStructure');
    seen.told = true;
  }
  const name =
    element.name === 'section' && !/^root.section$/i.test(ident) ? cleanLine(title).replaceAll('/', '\uff0f') : '';
  for (const child of elementsOf(element)) readPart(child, conversion, name === '' ? topics : [...topics, name], seen);
}
