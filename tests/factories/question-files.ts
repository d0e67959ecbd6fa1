/*
 * Small files of questions as other programs write them, for tests of the readers.
 */

export const GIFT_EXAMPLES = [
  `// question: 12  name: capital
// [id:geo-1] [tag:geography]
$CATEGORY: $course$/top/Geography/Europe

::capital::[html]<p>What is the capital of <b>France</b>?</p>{
  ~<p>Lyon</p>#<p>The second largest city.</p>
  =<p>Paris</p>
  ~%50%<p>Île-de-France</p>
  ####<p>See chapter 2.</p>
}

Water boils at 100 °C: true or false? {TRUE#It does, at sea level.}

The formula of water is {=H2O =%50%h2o} .

How long is a metre in centimetres? {#100:0.5}

Between which numbers is pi? {#3.1..3.2}

Match. {
  =one -> 1
  =two -> 2
  = -> 3
}

Name the primes. {~%50%2 ~%50%3 ~%-100%4}

Explain gravity. {}

Only a description.

Broken {=a ~b
`,
  '::Q::Which $$x^2$$ and \\(y_1\\)? {=yes ~no}\r\n\r\n::Q::[markdown]**Same** title\\n\\n- list{T}\r\n',
];

const answer = (fraction: number, text: string, feedback = '') =>
  `<answer fraction="${fraction}" format="html"><text><![CDATA[${text}]]></text><feedback format="html"><text>${feedback}</text></feedback></answer>`;
const question = (type: string, name: string, text: string, more: string) =>
  `  <question type="${type}">
    <name><text>${name}</text></name>
    <questiontext format="html"><text><![CDATA[${text}]]></text>
      <file name="dot.png" path="/" encoding="base64">iVBORw0KGgo=</file></questiontext>
    <generalfeedback format="html"><text>General.</text></generalfeedback>
    <defaultgrade>2.0000000</defaultgrade><penalty>0.3333333</penalty>
    ${more}
  </question>`;

export const MOODLE_EXAMPLES = [
  `<?xml version="1.0" encoding="UTF-8"?>
<quiz>
  <question type="category"><category><text>$course$/top/Physics</text></category></question>
${[
  question(
    'multichoice',
    'several',
    '<p>Pick <u>two</u> <img src="@@PLUGINFILE@@/dot.png" alt="dot">.</p>',
    `<single>false</single>${answer(50, 'one', 'Good')}${answer(50, 'two')}${answer(-50, 'three')}<hint><text>Think.</text></hint>`,
  ),
  question(
    'multichoice',
    'one',
    'Pick <img src="gone.png">',
    `<single>true</single>${answer(100, 'a<sub>1</sub>')}${answer(0, 'b')}`,
  ),
  question('truefalse', 'judge', 'Right?', answer(0, 'true', 'No.') + answer(100, 'false')),
  question(
    'shortanswer',
    'word',
    'Word?',
    `<usecase>1</usecase>${answer(100, 'Frog')}${answer(100, 'fr*g')}${answer(50, 'cat')}`,
  ),
  question(
    'numerical',
    'number',
    'Number?',
    answer(100, '3.5').replace('</answer>', '<tolerance>0.1</tolerance></answer>'),
  ),
  question(
    'essay',
    'essay',
    'Write.',
    '<attachments>1</attachments><graderinfo format="html"><text>Look for facts.</text></graderinfo>',
  ),
  question(
    'matching',
    'pairs',
    'Match.',
    ['one', 'two']
      .map((n) => `<subquestion format="html"><text>${n}</text><answer><text>${n}!</text></answer></subquestion>`)
      .join(''),
  ),
  question(
    'cloze',
    'cloze',
    'The {1:SHORTANSWER:=sun#Yes~%50%star} is {2:MULTICHOICE:=hot~cold} and {1:NUMERICAL:=5:1}.',
    '',
  ),
  question('description', 'text', 'Only text.', ''),
  question('calculated', 'formula', 'What is {a}+{b}?', answer(100, '{a}+{b}')),
  question('ddmarker', 'drag', 'Drag.', ''),
].join('\n')}
</quiz>
`,
];

/** An item of QTI 2.1. */
export const qtiItem = (
  declarations: string,
  body: string,
  more = '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/>',
) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="item-1" title="An item" adaptive="false" timeDependent="false">
  ${declarations}
  <itemBody>
    ${body}
  </itemBody>
  ${more}
</assessmentItem>
`;
/** The declaration of a response with its right values. */
export const qtiDeclaration = (id: string, cardinality: string, values: string[], type = 'identifier') =>
  `<responseDeclaration identifier="${id}" cardinality="${cardinality}" baseType="${type}"><correctResponse>${values.map((value) => `<value>${value}</value>`).join('')}</correctResponse></responseDeclaration>`;

export const QTI_EXAMPLES = [
  qtiItem(
    qtiDeclaration('R', 'multiple', ['a', 'c']),
    `<p>Read <m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:msup><m:mi>c</m:mi><m:mn>2</m:mn></m:msup></m:math>.</p>
    <choiceInteraction responseIdentifier="R" shuffle="true" maxChoices="2"><prompt>Which?</prompt>
      <simpleChoice identifier="a" fixed="true">A <feedbackInline outcomeIdentifier="F" identifier="a" showHide="show">Right.</feedbackInline></simpleChoice>
      <simpleChoice identifier="b">B</simpleChoice><simpleChoice identifier="c">C</simpleChoice></choiceInteraction>`,
  ),
  qtiItem(
    qtiDeclaration('R1', 'single', ['York'], 'string') + qtiDeclaration('R2', 'single', ['y']),
    `<p>Sun of <textEntryInteraction responseIdentifier="R1"/> and <inlineChoiceInteraction responseIdentifier="R2"><inlineChoice identifier="x">x</inlineChoice><inlineChoice identifier="y">y</inlineChoice></inlineChoiceInteraction>.</p>`,
  ),
  qtiItem(
    qtiDeclaration('R', 'ordered', ['a', 'b']),
    '<orderInteraction responseIdentifier="R"><simpleChoice identifier="a">A</simpleChoice></orderInteraction>',
  ),
  qtiItem(
    qtiDeclaration('R', 'multiple', ['a g1', 'b g2'], 'directedPair'),
    '<gapMatchInteraction responseIdentifier="R"><gapText identifier="a" matchMax="1">one</gapText><gapText identifier="b" matchMax="1">two</gapText><p>First <gap identifier="g1"/>, then <gap identifier="g2"/>.</p></gapMatchInteraction>',
  ),
  qtiItem(
    qtiDeclaration('R', 'multiple', ['a x', 'b y'], 'directedPair'),
    '<matchInteraction responseIdentifier="R"><prompt>Match.</prompt><simpleMatchSet><simpleAssociableChoice identifier="a" matchMax="1">one</simpleAssociableChoice><simpleAssociableChoice identifier="b" matchMax="1">two</simpleAssociableChoice></simpleMatchSet><simpleMatchSet><simpleAssociableChoice identifier="x" matchMax="1">1</simpleAssociableChoice><simpleAssociableChoice identifier="y" matchMax="1">2</simpleAssociableChoice></simpleMatchSet></matchInteraction>',
  ),
  `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="v3" title="Version 3" adaptive="false" time-dependent="false" xml:lang="en">
  <qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>b</qti-value></qti-correct-response></qti-response-declaration>
  <qti-item-body><qti-choice-interaction response-identifier="RESPONSE" max-choices="1"><qti-prompt>Which one?</qti-prompt>
    <qti-simple-choice identifier="a">First</qti-simple-choice><qti-simple-choice identifier="b">Second</qti-simple-choice></qti-choice-interaction></qti-item-body>
  <qti-response-processing template="https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml"/>
</qti-assessment-item>
`,
];

export const TABLE_EXAMPLE = `编号,题型,难度,知识点,标签,题干,选项A,选项B,选项C,答案,解析,备注
s-1,单选题,简单,安全/消防,"消防,入门",报警电话是？,110,119,120,B,"119 是
火警电话",x
m-1,多选,3,,,哪些可以灭火？,水,汽油,沙,"A、C",,
j-1,判断题,,,,电器着火用水扑救。,,,,错,,
b-1,填空题,,,,火警电话（  ），急救电话（  ）。,,,,"119
120",,
w-1,单选题,,,,没有答案？,甲,乙,,Z,,
`;
