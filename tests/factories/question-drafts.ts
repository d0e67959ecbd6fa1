import fc from 'fast-check';
import type { QuestionType } from '#src/server/question/tables.ts';
import type { Language, QuestionDraft, QuestionTexts } from '#src/server/question/formats/draft.ts';
import { undividedHtml } from '#src/server/question/formats/moodle/own-texts.ts';
import { optionKey } from '#src/server/question/formats/text.ts';

/** A picture that texts refer to. */
const PICTURE = 'figure-1.png';
export type DraftBank = { drafts: QuestionDraft[]; files: Map<string, Uint8Array> };

/** Parts of texts that formats have to escape, and that Markdown, Moodle or XML read as something else. */
const SPECIAL = [
  '{',
  '}',
  '~',
  '=',
  '#',
  ':',
  '\\',
  '::',
  '->',
  '=>',
  '####',
  '//',
  '$',
  '&amp;',
  '<b>',
  '</p>',
  ']]>',
  '"',
  "'",
  '|',
  '%50%',
  '[html]',
  '[plain]',
  '*',
  '**',
  '`',
  '{mlang en}',
  '{mlang}',
  '&#109;',
  '_x0041_',
  '=1+1',
  '@x',
  '-',
  '+',
  '\n',
  '\n\n',
  '\n- ',
  '\n| a | b |\n|---|---|\n| 1 | 2 |\n',
  '$x^2$',
  '$$\\frac{1}{2}$$',
  '😀',
  '\u00a0',
  '\u200b',
  '!',
  '(',
  ')',
  '[',
  ']',
  '\t',
  '  ',
  '__',
  '\\n',
  '\\_',
  'http://x.example/?a=b&c=d',
  '`code`',
];
const Letters = fc.string({ unit: fc.constantFrom(...'abcXYZ0159.,? 中文试题答案é'), maxLength: 12 });
const Raw = fc
  .array(fc.oneof(Letters, fc.constantFrom(...SPECIAL)), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''));
/** Whether a text shows something: one that only defines the target of a link (`[a]: b`) does not. */
const isShown = (text: string) => text !== '' && (!text.includes(']:') || undividedHtml(text) !== '');
/** A text as the readers leave it: without spaces around it, and without marks of blanks. */
const Text = Raw.map((text) => text.replace(/_{4,}/g, '').trim()).filter((text) => isShown(text) && !/_{4}/.test(text));
const Word = Raw.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');
/** Separators of tables are no part of a tag, slashes divide topics. */
const Tag = Word.map((tag) =>
  tag
    .replace(/[,，;；\s]+/g, ' ')
    .trim()
    .slice(0, 50)
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .trim(),
).filter((tag) => tag !== '');
const Topic = fc
  .array(
    fc
      .string({ unit: fc.constantFrom(...'abc 安全:{~'), minLength: 1, maxLength: 8 })
      .map((step) => step.replace(/\s+/g, ' ').trim()),
    { minLength: 1, maxLength: 3 },
  )
  .map((steps) => steps.filter((step) => step !== '').join('/'))
  .filter((topic) => topic !== '');
const Languages = fc.constantFrom<Language[]>(['zh'], ['en'], ['zh', 'en']);

/** What separates a text from the next blank: what follows the last cell of a row of a table would be dropped. */
const behind = (text: string) => (/(^|\n)[^\S\n]*\|[^\n]*$/.test(text) ? '\n\n' : ' ');

function textsOf(languages: Language[], options: number, blanks: number): fc.Arbitrary<QuestionDraft['texts']> {
  const one: fc.Arbitrary<QuestionTexts> = fc.record({
    stem: fc
      .tuple(Text, fc.array(Text, { minLength: blanks, maxLength: blanks }))
      .map(([start, rest]) => rest.reduce((stem, text) => `${stem}${behind(stem)}____ ${text}`, start)),
    options: fc
      .array(fc.oneof({ weight: 5, arbitrary: Text }, { weight: 1, arbitrary: fc.constant(`![a](${PICTURE})`) }), {
        minLength: options,
        maxLength: options,
      })
      .map((texts) => texts.map((text, index) => ({ key: optionKey(index), text }))),
    analysis: fc.option(Text),
  });
  return fc.record(Object.fromEntries(languages.map((language) => [language, one])));
}

const Type = fc.constantFrom<QuestionType>('single', 'multiple', 'judge', 'blank', 'short');

function answerOf(type: QuestionType, options: number, blanks: number): fc.Arbitrary<QuestionDraft['answer']> {
  const key = fc.integer({ min: 0, max: Math.max(0, options - 1) }).map(optionKey);
  switch (type) {
    case 'single':
      return key;
    case 'multiple':
      return fc.uniqueArray(key, { minLength: 2, maxLength: options }).map((keys) => keys.sort());
    case 'judge':
      return fc.boolean();
    case 'blank':
      return fc.array(fc.uniqueArray(Word, { minLength: 1, maxLength: 3 }), { minLength: blanks, maxLength: blanks });
    case 'short':
      return fc.oneof(Text, fc.constant(''));
  }
}

const Criteria = fc.option(
  fc
    .array(fc.record({ text: Word, points: fc.integer({ min: 0, max: 100_000 }).map((n) => n / 100) }), {
      minLength: 1,
      maxLength: 4,
    })
    .filter((criteria) => criteria.some(({ points }) => points > 0)),
  { nil: undefined },
);

const Draft: fc.Arbitrary<QuestionDraft> = fc
  .record({
    type: Type,
    languages: Languages,
    options: fc.integer({ min: 2, max: 9 }),
    blanks: fc.integer({ min: 1, max: 4 }),
  })
  .chain(({ type, languages, options, blanks }) => {
    const [shown, marks] = [type === 'single' || type === 'multiple' ? options : 0, type === 'blank' ? blanks : 0];
    return fc.record({
      code: Word.map((code) => code.slice(0, 30).toWellFormed().replaceAll('\ufffd', '').trim()).filter(
        (code) => code !== '',
      ),
      type: fc.constant(type),
      difficulty: fc.constantFrom(null, 1 as const, 2 as const, 3 as const, 4 as const),
      topic: fc.option(Topic),
      tags: fc.uniqueArray(Tag, { maxLength: 3 }),
      texts: textsOf(languages, shown, marks),
      answer: answerOf(type, shown, marks),
      ...(type === 'short' && { criteria: Criteria }),
      ...(shown > 0 && { keepsOrder: fc.boolean() }),
      storedId: fc.option(fc.uuid(), { nil: undefined }),
      place: fc.constant({ file: '', line: null, item: null }),
    });
  });

/** A bank of random questions, with the pictures that they refer to. */
export const bankOf = (): fc.Arbitrary<DraftBank> =>
  fc.uniqueArray(Draft, { minLength: 1, maxLength: 6, selector: ({ code }) => code }).map((drafts) => {
    const isUsed = JSON.stringify(drafts).includes(`](${PICTURE})`);
    return { drafts, files: new Map(isUsed ? [[PICTURE, Uint8Array.from([137, 80, 78, 71])]] : []) };
  });
