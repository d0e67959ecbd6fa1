import { choice12, essay12, fields12, qti12 } from '../factories/qti12-files.ts';
import { qtiDeclaration, qtiItem } from '../factories/question-files.ts';

/*
 * Files in which each text has a word of its own, so that a text that is lost can be found out.
 */

export const MARKED_FORMATS = ['GIFT', 'Moodle XML', 'QTI 2', 'QTI 1.2'] as const;
export type MarkedFormat = (typeof MARKED_FORMATS)[number];
/** The words of texts. */
export const MARK = /qz\d+k/g;

/** Returns the next word. */
const counter = () => {
  let count = 0;
  return () => `qz${(count += 1)}k`;
};
type Next = () => string;

/** A file of a format with about ten questions; of QTI 2 one item. @param variant which item */
export function markedFile(format: MarkedFormat, variant: number): string {
  const next = counter();
  switch (format) {
    case 'GIFT':
      return gift(next);
    case 'Moodle XML':
      return moodle(next);
    case 'QTI 1.2':
      return oldQti(next);
    case 'QTI 2': {
      const items = qti(next);
      return items[variant % items.length]!;
    }
  }
}

const gift = (next: Next) => `// [language:en]
$CATEGORY: Safety

::one::Which ${next()} is it?
and ${next()} {
  =${next()} right#${next()}
  ~${next()} wrong#${next()}
  ####${next()}
}

// [id:two] [tag:x]
::two::[html]<p>Some <b>${next()}</b> <pre>a\n  ${next()}</pre> \\(x^2\\) ${next()}</p>{~%50%${next()} ~%50%${next()} ~%-100%${next()}}

Is ${next()} true? {T#${next()}#${next()}####${next()}}

Fill ${next()} {=yes =${next()}} more ${next()}.

Pi ${next()}? {#=3.14:0.01#${next()} =%50%3#${next()}}

Match ${next()} {
  =${next()} -> ${next()}
  =${next()} -> ${next()}
}

[markdown]Explain **${next()}** \\n\\n- ${next()} {####${next()}}
`;

const moodleText = (name: string, text: string, more = '') =>
  `<${name}${more} format="html"><text><![CDATA[${text}]]></text></${name}>`;
const moodleQuestion = (type: string, next: Next, more: string) => `<question type="${type}">
<name><text>name</text></name>
${moodleText('questiontext', `<p>Ask <i>${next()}</i> and ${next()}</p><ul><li>${next()}</li></ul>`)}
${moodleText('generalfeedback', next())}
${more}
</question>`;
const moodleAnswer = (next: Next, fraction: number) =>
  `<answer fraction="${fraction}" format="html"><text><![CDATA[<p>${next()}</p>]]></text>${moodleText('feedback', next())}</answer>`;

const moodle = (next: Next) => `<?xml version="1.0" encoding="UTF-8"?>
<quiz>
${moodleQuestion('multichoice', next, `<single>true</single>\n${[100, 0, 0].map((n) => moodleAnswer(next, n)).join('\n')}`)}
${moodleQuestion('multichoice', next, `<single>false</single>\n${[50, 50, -100].map((n) => moodleAnswer(next, n)).join('\n')}`)}
${moodleQuestion('truefalse', next, `<answer fraction="100"><text>true</text>${moodleText('feedback', next())}</answer><answer fraction="0"><text>false</text></answer>`)}
${moodleQuestion('shortanswer', next, `<answer fraction="100"><text>${next()}</text>${moodleText('feedback', next())}</answer>`)}
${moodleQuestion('essay', next, moodleText('graderinfo', next()) + moodleText('responsetemplate', next()))}
${moodleQuestion('matching', next, [1, 2].map(() => moodleText('subquestion', next()).replace('</subquestion>', `<answer><text>${next()}</text></answer></subquestion>`)).join('\n'))}
<question type="cloze"><name><text>c</text></name>${moodleText('questiontext', `<p>${next()} {1:SA:=${next()}#${next()}} ${next()} {1:MC:=${next()}#${next()}~${next()}#${next()}}</p>`)}</question>
</quiz>
`;

const qti = (next: Next): string[] => [
  qtiItem(
    qtiDeclaration('R', 'single', ['a']),
    `<p>Ask <em>${next()}</em></p>
<choiceInteraction responseIdentifier="R" shuffle="true"><prompt>${next()}</prompt>
<simpleChoice identifier="a">${next()}<feedbackInline outcomeIdentifier="F" identifier="a">${next()}</feedbackInline></simpleChoice>
<simpleChoice identifier="b"><p>${next()}</p></simpleChoice></choiceInteraction>`,
    `<modalFeedback outcomeIdentifier="F" identifier="x">${next()}</modalFeedback>`,
  ),
  qtiItem(
    qtiDeclaration('R1', 'single', [next()], 'string') + qtiDeclaration('R2', 'single', ['y']),
    `<p>${next()} <textEntryInteraction responseIdentifier="R1"/> ${next()}
<inlineChoiceInteraction responseIdentifier="R2"><inlineChoice identifier="x">${next()}</inlineChoice><inlineChoice identifier="y">${next()}</inlineChoice></inlineChoiceInteraction></p>`,
  ),
  qtiItem(
    qtiDeclaration('R', 'multiple', ['a g', 'b h'], 'directedPair'),
    `<gapMatchInteraction responseIdentifier="R"><prompt>${next()}</prompt><gapText identifier="a">${next()}</gapText><gapText identifier="b">${next()}</gapText>
<p>${next()} <gap identifier="g"/> ${next()} <gap identifier="h"/></p></gapMatchInteraction>`,
  ),
  qtiItem(
    qtiDeclaration('R', 'single', [next()], 'string'),
    `<p>${next()}</p><rubricBlock view="scorer"><p>${next()}</p></rubricBlock><extendedTextInteraction responseIdentifier="R"><prompt>${next()}</prompt></extendedTextInteraction>`,
  ),
];

const equal = (value: string, response = 'R') => `<varequal respident="${response}">${value}</varequal>`;

const oldQti = (next: Next) =>
  qti12(
    choice12({
      stem: `&lt;p&gt;${next()} &lt;b&gt;${next()}&lt;/b&gt;&lt;/p&gt;`,
      options: [next(), next(), next()],
      rules: [
        [equal('o1'), '<setvar action="Set">1</setvar>', '<displayfeedback linkrefid="f"/>'],
        ['<other/>', '', '<displayfeedback linkrefid="g"/>'],
      ],
      more: ['f', 'g']
        .map((id) => `<itemfeedback ident="${id}"><material><mattext>${next()}</mattext></material></itemfeedback>`)
        .join('\n'),
    }),
    choice12({
      stem: next(),
      options: [next(), next()],
      rules: [[`<and>${equal('o0')}${equal('o1')}</and>`, '<setvar>1</setvar>', '']],
      cardinality: 'Multiple',
    }),
    fields12(
      ['A', 'B'],
      [
        [equal(next(), 'A'), '<setvar action="Add">1</setvar>', ''],
        [equal(next(), 'B'), '<setvar action="Add">1</setvar>', ''],
      ],
    ),
    essay12(next(), next()),
  );
