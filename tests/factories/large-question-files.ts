import { zipSync } from 'fflate';

/*
 * Large files of questions, and hostile ones: small for what they ask of a reader.
 */

/** Simple questions of GIFT, about 25 bytes each. */
export const manyGift = (count: number): string =>
  Array.from({ length: count }, (_, n) => `::a${n}:: What? {=b ~c}`).join('\n\n');

/** Questions of GIFT with long texts, about `size` characters each. */
export const longGift = (count: number, size: number): string =>
  Array.from({ length: count }, (_, n) => `::l${n}:: ${prose(n, size - 30, 'which of these words ')}? {=b ~c}`).join(
    '\n\n',
  );

/** Several large tables of questions in an archive, with Chinese texts, which need three bytes for a character. */
export const longTables = (tables: number, rows: number, size: number): Uint8Array => {
  const table = (at: number) =>
    `题型,题干,答案\n${Array.from({ length: rows }, (_, n) => `判断题,${prose(at * rows + n, size, '下列说法是否正确')},对\n`).join('')}`;
  return zipSync(
    Object.fromEntries(Array.from({ length: tables }, (_, at) => [`${at}.csv`, new TextEncoder().encode(table(at))])),
    { level: 1 },
  );
};

/** A text of a length that no other number has; it packs only so far that no reader takes it for a bomb. */
const prose = (seed: number, length: number, words: string): string => {
  let text = `${seed} `;
  for (let n = seed; text.length < length; n = (n * 7_919 + 17) % 1_000_003) text += `${words}${n} `;
  return text.slice(0, length);
};

/** Questions of Moodle XML as it writes them, with some HTML. */
export const manyMoodle = (count: number): string =>
  moodle(
    Array.from({ length: count }, (_, n) =>
      choice(`question ${n}`, `<p>Which <b>one</b> is number ${n}?</p><p>Read <i>all</i> of them.</p>`),
    ).join(''),
  );

/** A question of Moodle XML with a text in HTML. */
export const moodleText = (html: string): string => moodle(choice('one', html));
export const nestedDivs = (count: number): string => `What? ${'<div>'.repeat(count)}`;
export const htmlTable = (rows: number): string =>
  `<table>${Array.from({ length: rows }, (_, n) => `<tr><td>${n}</td><td>x</td></tr>`).join('')}</table>`;

/** Notes above a question that are opened and never closed. */
export const openNotes = (count: number): string => `// ${'[id:'.repeat(count)}\n${manyGift(1)}`;

/** A table whose only question has pictures that are begun and never ended. */
export const openPictures = (count: number): string => `题型,题干,答案\n判断题,${'!['.repeat(count)},对\n`;

/** A package of small items of QTI, which packs to almost nothing. */
export function qtiPackage(count: number): Uint8Array {
  const item = new TextEncoder().encode(
    '<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="t" adaptive="false" timeDependent="false">' +
      '<responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>a</value></correctResponse></responseDeclaration>' +
      '<itemBody><p>Which?</p><choiceInteraction responseIdentifier="R" maxChoices="1"><simpleChoice identifier="a">A</simpleChoice>' +
      '<simpleChoice identifier="b">B</simpleChoice></choiceInteraction></itemBody></assessmentItem>',
  );
  const parts = Array.from({ length: count }, (_, n) => [`${n}.xml`, item] as const);
  const manifest = new TextEncoder().encode('<manifest><resources/></manifest>');
  return zipSync({ 'imsmanifest.xml': manifest, ...Object.fromEntries(parts) });
}

/** A question of Markdown with formulas that become a hundred times as long. */
export const formulas = (count: number): string =>
  Array.from({ length: count }, () => `$$\\ce{${'Fe^{3+} + SO4^{2-} <=> '.repeat(80)}X}$$`).join('\n\n');

const moodle = (questions: string) => `<?xml version="1.0"?>\n<quiz>${questions}</quiz>`;
const choice = (name: string, html: string) =>
  `<question type="multichoice"><name><text>${name}</text></name><questiontext format="html"><text><![CDATA[${html}]]></text></questiontext>` +
  '<single>true</single><answer fraction="100" format="html"><text>yes</text></answer><answer fraction="0" format="html"><text>no</text></answer></question>\n';
