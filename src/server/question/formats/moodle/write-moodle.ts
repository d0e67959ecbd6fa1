import { escapeUTF8 } from 'entities';
import { criteriaText } from '../criteria.ts';
import type { Language, QuestionDraft, QuestionTexts, WrittenFile } from '../draft.ts';
import { filesOf, mediaOf } from '../pictures.ts';
import { xml } from '../text.ts';
import { cleanLine, LANGUAGES } from '../text.ts';
import { criteriaHtml } from './moodle-texts.ts';
import { CRITERIA, markdownOf, moodleHtml, SOURCE, STORED_ID, undividedHtml, type Texts } from './own-texts.ts';

const MAX_NAME = 80;
type Files = ReadonlyMap<string, Uint8Array>;
type Writing = { plain: Language | null; files: Files };

/**
 * Writes questions as Moodle XML, with pictures and sound in it. A question with several blanks has embedded answers (cloze), a
 * second language is in `{mlang}`, difficulty is a tag. What Moodle has no place for is in elements that it passes over.
 */
export function writeMoodle(drafts: QuestionDraft[], files: Files): WrittenFile {
  const count = (language: Language) => drafts.filter(({ texts }) => texts[language]).length;
  const language: Language = count('zh') >= count('en') ? 'zh' : 'en';
  const used = filesOf(drafts, files);
  let topic: string | null | undefined;
  const parts = drafts.flatMap((draft) => {
    const isSame = draft.topic === topic;
    topic = draft.topic;
    const plain = Object.keys(draft.texts).length > 1 ? null : language;
    return [...(isSame ? [] : [categoryOf(draft.topic)]), questionOf(draft, { plain, files: used })];
  });
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<quiz lang="${language}">\n${parts.join('\n')}\n</quiz>\n`;
  return { name: 'questions-moodle.xml', mediaType: 'application/xml', bytes: new TextEncoder().encode(text) };
}

const categoryOf = (topic: string | null) =>
  `<question type="category"><category><text>${xml(topic === null ? '$course$/top' : `$course$/top/${topic}`)}</text></category></question>`;

const TYPES = { single: 'multichoice', multiple: 'multichoice', judge: 'truefalse', short: 'essay' } as const;

function questionOf(draft: QuestionDraft, writing: Writing): string {
  const { code, type, storedId, tags, difficulty, answer } = draft;
  const blanks = type === 'blank' ? (answer as string[][]) : [];
  const kind = type !== 'blank' ? TYPES[type] : blanks.length > 1 ? 'cloze' : 'shortanswer';
  const all = [...tags, ...(difficulty === null ? [] : [`difficulty:${difficulty}`])];
  const texts = (of: (texts: QuestionTexts) => string | null | undefined): Texts =>
    LANGUAGES.flatMap((language) => {
      const own = draft.texts[language] && of(draft.texts[language]);
      return own ? [[language, own]] : [];
    });
  const name = code ?? cleanLine(Object.values(draft.texts)[0]!.stem).slice(0, MAX_NAME).toWellFormed();
  const fields = blanks.length > 1 ? blanks.map(fieldOf) : [];
  return [
    `<question type="${kind}">`,
    `<name><text>${xml(name)}</text></name>`,
    textElement(
      'questiontext',
      texts(({ stem }) => stem),
      writing,
      { fields },
    ),
    textElement(
      'generalfeedback',
      texts(({ analysis }) => analysis),
      writing,
    ),
    '<defaultgrade>1</defaultgrade>',
    ...(code === null ? [] : [`<idnumber>${xml(code)}</idnumber>`]),
    ...(storedId === undefined ? [] : [`<${STORED_ID}>${xml(storedId)}</${STORED_ID}>`]),
    answersOf(draft, texts, writing),
    ...(all.length > 0 ? [`<tags>${all.map((tag) => `<tag><text>${xml(tag)}</text></tag>`).join('')}</tags>`] : []),
    '</question>',
  ].join('\n');
}

const sourceElement = (markdown: string) => (markdown === '' ? '' : `<${SOURCE}>${xml(markdown)}</${SOURCE}>`);

/** The files that texts refer to. */
function filesIn(texts: string[], { files }: Writing): string {
  const names = new Set(texts.flatMap(mediaOf).filter((each) => files.has(each)));
  return [...names]
    .map((each) => {
      const [, path = '', base = each] = /^(.*\/)?([^/]*)$/.exec(each) ?? [];
      return `<file name="${xml(base)}" path="/${xml(path)}" encoding="base64">${Buffer.from(files.get(each)!).toString('base64')}</file>`;
    })
    .join('');
}

/** An element with a text in HTML, its Markdown and its files. */
function textElement(
  name: string,
  texts: Texts,
  writing: Writing,
  { fields = [], attributes = '' }: { fields?: string[]; attributes?: string } = {},
): string {
  const { plain } = writing;
  const [source, html] = texts.length === 0 ? ['', ''] : [markdownOf(texts, plain), moodleHtml(texts, plain, fields)];
  const listed = filesIn(
    texts.map(([, text]) => text),
    writing,
  );
  return `<${name}${attributes} format="html"><text>${xml(html)}</text>${sourceElement(source)}${listed}</${name}>`;
}

function answersOf(
  draft: QuestionDraft,
  texts: (of: (texts: QuestionTexts) => string | null | undefined) => Texts,
  writing: Writing,
): string {
  const { type, answer } = draft;
  switch (type) {
    case 'judge':
      return [true, false]
        .map((value) => `<answer fraction="${value === answer ? 100 : 0}"><text>${value}</text></answer>`)
        .join('\n');
    case 'single':
    case 'multiple': {
      const right = [answer].flat() as string[];
      const share = Number((100 / right.length).toFixed(5));
      const wrong = type === 'single' ? 0 : -100;
      const answers = Object.values(draft.texts)[0]!.options.map(({ key }) =>
        textElement(
          'answer',
          texts(({ options }) => options.find((option) => option.key === key)?.text),
          writing,
          {
            attributes: ` fraction="${right.includes(key) ? share : wrong}"`,
          },
        ),
      );
      const settings =
        `<single>${type === 'single'}</single><shuffleanswers>${draft.keepsOrder !== true}</shuffleanswers>` +
        '<answernumbering>ABCD</answernumbering>';
      return [settings, ...answers].join('\n');
    }
    case 'blank': {
      const blanks = answer as string[][];
      if (blanks.length > 1) return '';
      const answers = blanks[0]!.map(
        (text) =>
          `<answer fraction="100" format="moodle_auto_format"><text>${xml(text.replaceAll('*', '\\*'))}</text></answer>`,
      );
      return ['<usecase>0</usecase>', ...answers].join('\n');
    }
    case 'short': {
      const { criteria = [] } = draft;
      const source = String(answer);
      const html = (source === '' ? '' : undividedHtml(source)) + criteriaHtml(criteria);
      const info = `<graderinfo format="html"><text>${xml(html)}</text>${sourceElement(source)}${filesIn([source], writing)}</graderinfo>`;
      const own = criteria.length === 0 ? '' : `<${CRITERIA}>${xml(criteriaText(criteria))}</${CRITERIA}>`;
      return `<responseformat>editor</responseformat>\n${info}${own}`;
    }
  }
}

/** The accepted texts of a blank as an embedded field. */
function fieldOf(accepted: string[]): string {
  const texts = accepted.map((text) => escapeUTF8(text.replaceAll('*', '\\*')).replace(/[\\~=#{}"/]/g, '\\$&'));
  return `{1:SHORTANSWER:${texts.map((text) => `=${text}`).join('~')}}`;
}
