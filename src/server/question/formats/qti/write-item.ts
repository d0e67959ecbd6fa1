import type { Language, QuestionDraft, QuestionTexts } from '../draft.ts';
import { replaceMedia } from '../pictures.ts';
import { cleanLine, LANGUAGES, withoutForbidden, xml } from '../text.ts';
import { markdownXhtml } from './markdown-xhtml.ts';
import { criteriaText } from '../criteria.ts';
import { CRITERIA_CLASS, SOURCE_CLASS } from './qti-texts.ts';
import { TOOL } from './read-item.ts';

const TEMPLATES = 'http://www.imsglobal.org/question/qti_v2p2/rptemplates/';
const MAX_TITLE = 80;

/**
 * Writes a question as an item. Each text is XHTML beside its Markdown in `data-markdown`, which a reader of ours prefers as
 * long as the text is the same.
 * @param address returns the address of a file from the item
 */
export function writeItem(draft: QuestionDraft, identifier: string, address: (name: string) => string): string {
  const languages = LANGUAGES.filter((language) => draft.texts[language]);
  const [first] = languages;
  const title = cleanLine(draft.texts[first!]!.stem).slice(0, MAX_TITLE).toWellFormed();
  const written = (
    of: (texts: QuestionTexts) => string | null | undefined,
    blank: (language: Language) => () => string = noBlank,
  ) =>
    languages
      .map((language) => ({ language, source: of(draft.texts[language]!) }))
      .filter(({ source }) => source)
      .map(
        ({ language, source }) =>
          `<div ${textAttributes(source!, language)}>${rendered(source!, address, blank(language))}</div>`,
      )
      .join('');
  const analysis = written((texts) => texts.analysis);
  const { declarations, body, template } = partsOf(draft, written, first!);
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2" ' +
    `identifier="${identifier}" title="${xml(title)}" xml:lang="${first!}" adaptive="false" timeDependent="false" toolName="${TOOL}" toolVersion="2">\n` +
    `${declarations}\n<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>\n` +
    (analysis === ''
      ? ''
      : '<outcomeDeclaration identifier="ANALYSIS" cardinality="single" baseType="identifier"><defaultValue><value>SHOWN</value></defaultValue></outcomeDeclaration>\n') +
    `<itemBody>${body}</itemBody>\n` +
    (template === '' ? '' : `<responseProcessing template="${TEMPLATES}${template}"/>\n`) +
    (analysis === ''
      ? ''
      : `<modalFeedback outcomeIdentifier="ANALYSIS" identifier="SHOWN" showHide="show">${analysis}</modalFeedback>\n`) +
    '</assessmentItem>\n'
  );
}

const MARK = '<span>____</span>';
const noBlank = () => () => MARK;
const textAttributes = (source: string, language: Language) =>
  `class="${SOURCE_CLASS}" xml:lang="${language}" data-markdown="${xml(source)}"`;
const rendered = (source: string, address: (name: string) => string, blank: () => string) =>
  markdownXhtml(replaceMedia(withoutForbidden(source), address), blank);

type Written = (
  of: (texts: QuestionTexts) => string | null | undefined,
  blank?: (language: Language) => () => string,
) => string;
type Parts = { declarations: string; body: string; template: string };

function partsOf(draft: QuestionDraft, written: Written, first: Language): Parts {
  const { type, answer } = draft;
  const stem = written((texts) => texts.stem);
  switch (type) {
    case 'judge': {
      const choices = (['true', 'false'] as const).map(
        (id) => `<simpleChoice identifier="${id}">${JUDGE[id]}</simpleChoice>`,
      );
      return {
        declarations: declaration('RESPONSE', 'single', 'identifier', [String(answer)]),
        body: stem + choice(choices.join(''), 1),
        template: 'match_correct',
      };
    }
    case 'single':
    case 'multiple': {
      const { options } = draft.texts[first]!;
      const choices = options.map(({ key }) => {
        const text = written((texts) => texts.options.find((option) => option.key === key)?.text);
        return `<simpleChoice identifier="${key}">${text}</simpleChoice>`;
      });
      const right = [answer].flat() as string[];
      return {
        declarations: declaration('RESPONSE', type, 'identifier', right),
        body: stem + choice(choices.join(''), type === 'single' ? 1 : 0, draft.keepsOrder !== true),
        template: 'match_correct',
      };
    }
    case 'blank':
      return blanksOf(answer as string[][], written, first);
    case 'short': {
      const reference =
        answer === ''
          ? ''
          : `<rubricBlock view="scorer"><div data-markdown="${xml(String(answer))}"><p>${xml(String(answer))}</p></div></rubricBlock>`;
      return {
        declarations: declaration('RESPONSE', 'single', 'string', []),
        body: `${stem}${reference}${criteriaOf(draft)}<extendedTextInteraction responseIdentifier="RESPONSE"/>`,
        template: '',
      };
    }
  }
}

/** As a list that other programs show to markers as well. */
function criteriaOf({ criteria = [] }: QuestionDraft): string {
  if (criteria.length === 0) return '';
  const items = criteriaText(criteria)
    .split('\n')
    .map((line) => `<li>${xml(line)}</li>`);
  return `<rubricBlock view="scorer" class="${CRITERIA_CLASS}"><ul>${items.join('')}</ul></rubricBlock>`;
}

const JUDGE = { true: '对 / True', false: '错 / False' };
const choice = (choices: string, max: number, shuffles = false) =>
  `<choiceInteraction responseIdentifier="RESPONSE" shuffle="${shuffles}" maxChoices="${max}">${choices}</choiceInteraction>`;

/** The blanks are in the text of the first language; an interaction occurs once. */
function blanksOf(blanks: string[][], written: Written, first: Language): Parts {
  const entry = (index: number) => `<textEntryInteraction responseIdentifier="RESPONSE${index + 1}"/>`;
  let next = 0;
  const stem = written(
    (texts) => texts.stem,
    (language) => () => (language === first && next < blanks.length ? entry(next++) : MARK),
  );
  // A mark that Markdown takes for something else, such as a line across the page.
  const left = blanks.slice(next).map((_, index) => entry(next + index));
  return {
    declarations: blanks
      .map((texts, index) => declaration(`RESPONSE${index + 1}`, 'single', 'string', texts.slice(0, 1), texts))
      .join('\n'),
    body: stem + (left.length > 0 ? `<p>${left.join(' ')}</p>` : ''),
    template: 'map_response',
  };
}

function declaration(
  identifier: string,
  cardinality: string,
  baseType: string,
  correct: string[],
  accepted?: string[],
): string {
  const values = correct.map((value) => `<value>${xml(value)}</value>`).join('');
  const entries = accepted
    ?.map((text) => `<mapEntry mapKey="${xml(text)}" mappedValue="1" caseSensitive="false"/>`)
    .join('');
  return (
    `<responseDeclaration identifier="${identifier}" cardinality="${cardinality}" baseType="${baseType}">` +
    (values === '' ? '' : `<correctResponse>${values}</correctResponse>`) +
    (entries === undefined ? '' : `<mapping defaultValue="0">${entries}</mapping>`) +
    '</responseDeclaration>'
  );
}
