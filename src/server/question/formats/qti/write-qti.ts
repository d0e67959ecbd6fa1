import { zip } from '../bundle.ts';
import type { Language, QuestionDraft, WrittenFile } from '../draft.ts';
import { filesOf } from '../pictures.ts';
import { STORED_CATALOG } from './read-package.ts';
import { xml } from '../text.ts';
import { MEDIA_FOLDER } from './qti-texts.ts';
import { writeItem } from './write-item.ts';

const LOM_DIFFICULTY = { 1: 'easy', 2: 'medium', 3: 'difficult', 4: 'very difficult' };

/**
 * Writes questions as a package of QTI 2.2: an item each, pictures and sound, and a manifest with codes, topics, tags and
 * difficulty as Learning Object Metadata. A second language is in elements with `xml:lang` beside the first.
 */
export function writeQti(drafts: QuestionDraft[], files: ReadonlyMap<string, Uint8Array>): WrittenFile {
  const used = filesOf(drafts, files);
  const encode = (text: string) => new TextEncoder().encode(text);
  const entries: Record<string, Uint8Array> = {};
  const resources = drafts.map((draft, index) => {
    const identifier = `q${index + 1}`;
    const href = `items/${identifier}.xml`;
    entries[href] = encode(
      writeItem(draft, identifier, (name) => (used.has(name) ? `../${MEDIA_FOLDER}${name}` : name)),
    );
    const media = [...filesOf([draft], used).keys()].map((name) => `<file href="${xml(MEDIA_FOLDER + name)}"/>`);
    return `<resource identifier="${identifier}" type="imsqti_item_xmlv2p2" href="${href}">${metadata(draft)}<file href="${href}"/>${media.join('')}</resource>`;
  });
  entries['imsmanifest.xml'] = encode(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="questions">' +
      '<metadata><schema>QTIv2.2 Package</schema><schemaversion>1.0.0</schemaversion></metadata>' +
      `<organizations/><resources>\n${resources.join('\n')}\n</resources></manifest>\n`,
  );
  for (const [name, bytes] of used) entries[MEDIA_FOLDER + name] = bytes;
  return { name: 'questions-qti.zip', mediaType: 'application/zip', bytes: zip(entries) };
}

function metadata({ code, storedId, tags, difficulty, topic, texts }: QuestionDraft): string {
  const string = (text: string) => `<string language="x-none">${xml(text)}</string>`;
  const languages = (Object.keys(texts) as Language[]).map((language) => `<language>${language}</language>`);
  const general = [
    ...(code === null ? [] : [`<identifier><entry>${xml(code)}</entry></identifier>`]),
    ...(storedId === undefined
      ? []
      : [`<identifier><catalog>${STORED_CATALOG}</catalog><entry>${xml(storedId)}</entry></identifier>`]),
    ...languages,
    ...tags.map((tag) => `<keyword>${string(tag)}</keyword>`),
  ];
  const educational =
    difficulty === null
      ? ''
      : `<educational><difficulty><source>LOMv1.0</source><value>${LOM_DIFFICULTY[difficulty]}</value></difficulty></educational>`;
  const classification =
    topic === null
      ? ''
      : '<classification><purpose><source>LOMv1.0</source><value>discipline</value></purpose>' +
        `<taxonPath><source>${string('topics')}</source><taxon><entry>${string(topic)}</entry></taxon></taxonPath></classification>`;
  return (
    '<metadata><lom xmlns="http://ltsc.ieee.org/xsd/LOM">' +
    `<general>${general.join('')}</general>${educational}${classification}</lom></metadata>`
  );
}
