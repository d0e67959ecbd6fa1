import { AppError } from '#src/server/core/app-error.ts';
import { decodeTable } from '#src/server/core/decode-table.ts';
import type { Language, Place } from '../draft.ts';
import { fileFinder, pathOf } from '../media.ts';
import type { Report } from '../report.ts';
import { cleanLine } from '../text.ts';
import { childOf, elementsOf, findAll, parseXml, textOf, type XmlElement } from '../xml/parse-xml.ts';
import { readQti12 } from '../qti12/read-qti12.ts';
import { withOldNames } from './qti-tree.ts';
import { readItem, type ItemData } from './read-item.ts';

type Reading = { language: Language | null; report: Report };
/** Catalogue of the ids of stored questions, which `writeQti` writes. */
export const STORED_CATALOG = 'zhixing-question';
export const MANIFEST = /(?:^|\/)imsmanifest\.xml$/i;

/** Reads a package of QTI: the items in the order of its manifest, then those that it does not name. */
export function readQtiPackage(parts: Map<string, Uint8Array>, { language, report }: Reading): void {
  const manifestPath = [...parts.keys()].find((path) => MANIFEST.test(path))!;
  const folder = manifestPath.replace(/[^/]*$/, '');
  const manifest = parseXml(decodeTable(parts.get(manifestPath)!) ?? '');
  const data = new Map<string, ItemData>();
  const order = new Set<string>();
  for (const resource of findAll(manifest, new Set(['resource']))) {
    const { href, type = '' } = resource.attributes;
    if (href === undefined || !/\.xml$/i.test(href)) continue;
    const path = pathOf(href, folder);
    const place: Place = { file: manifestPath, line: resource.line, item: resource.attributes['identifier'] ?? null };
    if (!parts.has(path)) report.skipped(place, 'missingPart', { name: href });
    else order.add(path);
    if (/item/i.test(type)) data.set(path, itemData(resource));
  }
  const others = [...parts.keys()].filter((path) => /\.xml$/i.test(path) && path !== manifestPath && !order.has(path));
  for (const path of [...order, ...others]) {
    const place: Place = { file: path, line: 1, item: null };
    if (report.isFull(place)) continue;
    const root = tryParse(parts.get(path)!, place, report);
    if (!root) continue;
    const findFile = fileFinder(parts, (address) => pathOf(address, path.replace(/[^/]*$/, '')));
    readQtiRoot(root, { place, language, report, findFile, data: data.get(path) });
  }
}

type RootReading = {
  place: Place;
  language: Language | null;
  report: Report;
  findFile: ReturnType<typeof fileFinder>;
  data?: ItemData | undefined;
};

/** Reads a file of QTI; returns false if it is something else. */
export function readQtiRoot(element: XmlElement, { place, language, report, findFile, data }: RootReading): boolean {
  const root = /^qti-/.test(element.name) ? withOldNames(element) : element;
  const named = {
    ...place,
    line: root.line,
    item: cleanLine(root.attributes['title'] ?? root.attributes['identifier'] ?? '') || null,
  };
  if (root.name === 'assessmentItem') {
    const conversion = { place: named, language: language ?? languageOfItem(root), topic: null, report, findFile };
    readItem(root, data, conversion);
  } else if (root.name === 'questestinterop') {
    readQti12(root, { place: named, language: language ?? 'en', topic: null, report, findFile });
  } else if (root.name === 'assessmentTest' || root.name === 'assessmentSection')
    report.changed(named, 'testStructure');
  else if (root.name === 'assessmentStimulus') report.changed(named, 'stimulus', { name: place.file });
  else {
    report.skipped(place, 'notQuestion', { name: root.name });
    return false;
  }
  return true;
}

const languageOfItem = (root: XmlElement): Language =>
  /\p{Script=Han}/u.test(textOf(childOf(root, 'itemBody'))) ? 'zh' : 'en';

function tryParse(bytes: Uint8Array, place: Place, report: Report): XmlElement | undefined {
  try {
    return parseXml(decodeTable(bytes) ?? '\0');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    report.skipped(place, 'syntax', { line: Number(error.params['line'] ?? 1) });
    return undefined;
  }
}

const DIFFICULTY: Record<string, 1 | 2 | 3 | 4> = {
  'very easy': 1,
  easy: 1,
  medium: 2,
  difficult: 3,
  'very difficult': 4,
};

/** Reads the description of a resource in Learning Object Metadata. */
function itemData(resource: XmlElement): ItemData {
  const [lom] = findAll(resource, new Set(['lom']));
  const general = childOf(lom, 'general');
  const texts = (parent: XmlElement | undefined, name: string) =>
    parent
      ? elementsOf(parent, name)
          .map((each) => cleanLine(textOf(each)))
          .filter((text) => text !== '')
      : [];
  const identifiers = (general ? elementsOf(general, 'identifier') : []).map((each) => ({
    catalog: texts(each, 'catalog')[0],
    entry: texts(each, 'entry')[0],
  }));
  const code = identifiers.find(({ catalog }) => catalog !== STORED_CATALOG)?.entry;
  const [difficulty = ''] = texts(childOf(childOf(lom, 'educational'), 'difficulty'), 'value');
  const path = childOf(childOf(lom, 'classification'), 'taxonPath');
  const topics = (path ? elementsOf(path, 'taxon') : []).flatMap((taxon) => texts(taxon, 'entry'));
  return {
    code: code ?? null,
    storedId: identifiers.find(({ catalog }) => catalog === STORED_CATALOG)?.entry,
    difficulty: DIFFICULTY[difficulty] ?? null,
    topic: topics.join('/') || null,
    tags: texts(general, 'keyword'),
  };
}
