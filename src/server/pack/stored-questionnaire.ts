import { type Answers, OTHER, type Question as Stored, type QuestionPage } from '#src/contract/rules/questionnaire.ts';
import type { Questionnaire } from '#src/server/pack/pack-questionnaires.ts';

type PackPage = Questionnaire['pages'][number];
type PackQuestion = PackPage['questions'][number];

const condition = (showIf: PackPage['showIf']): Stored['showIf'] =>
  showIf
    ? { question: showIf.question, is: showIf.is ?? null, from: showIf.from ?? null, to: showIf.to ?? null }
    : null;

/** Returns the pages as they are stored. */
export const storedPages = (pages: PackPage[]): QuestionPage[] =>
  pages.map(({ code, title, introduction, showIf, questions }) => ({
    ...{ code, title: title ?? null, introduction: introduction ?? null, showIf: condition(showIf) },
    questions: questions.map(storedQuestion),
  }));

function storedQuestion(question: PackQuestion): Stored {
  const isScale = question.kind === 'scale';
  return {
    ...{ code: question.code, kind: question.kind, title: question.title, hint: question.hint ?? null },
    ...{ required: question.required, showIf: condition(question.showIf), retired: false },
    options: 'options' in question ? question.options : [],
    rows: 'rows' in question ? question.rows : [],
    other: 'other' in question && question.other,
    least: isScale ? question.from : 'least' in question ? (question.least ?? null) : null,
    most: isScale ? question.to : 'most' in question ? (question.most ?? null) : null,
    leastLabel: isScale ? (question.fromLabel ?? null) : null,
    mostLabel: isScale ? (question.toLabel ?? null) : null,
    long: question.kind === 'text' && question.long,
    maxLength: question.kind === 'text' ? (question.maxLength ?? null) : null,
  };
}

/** Returns initial answers as they are stored. A value that does not fit the kind of its question is left as it is. */
export function storedAnswers(pages: QuestionPage[], values: Questionnaire['answers'][number]['values']): Answers {
  const answers: Answers = {};
  for (const { code, kind } of pages.flatMap(({ questions }) => questions)) {
    const value = values[code];
    if (value === undefined) continue;
    const isMap = typeof value === 'object' && !Array.isArray(value);
    if (kind === 'scale') answers[code] = { value: Number(value) };
    else if (kind === 'text') answers[code] = { text: String(value) };
    else if (kind === 'matrix')
      answers[code] = { rows: Object.entries(value).map(([row, choice]) => ({ row, choice: String(choice) })) };
    else if (isMap) {
      const chosen = [value['chosen'] ?? []].flat();
      answers[code] = { chosen: [...chosen, OTHER], other: String(value[OTHER] ?? '') };
    } else answers[code] = { chosen: [value].flat().map(String) };
  }
  return answers;
}
