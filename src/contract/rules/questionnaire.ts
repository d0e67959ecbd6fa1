/**
 * Questionnaires (contentType 5): which questions are shown, and whether an answer fits its question. The browser uses these
 * rules to guide, the server to decide.
 */

/** An option, or the row of a matrix. */
export type Choice = { code: string; text: string };

/** Shown only if an earlier question was answered like this. Exactly one of `is` and the range is given. */
export type Condition = {
  question: string;
  /** One of these options was chosen. */
  is: string[] | null;
  /** Smallest and largest value of a scale. */
  from: number | null;
  to: number | null;
};

export type Question = {
  code: string;
  kind: 'single' | 'several' | 'scale' | 'matrix' | 'text';
  title: string;
  hint: string | null;
  required: boolean;
  showIf: Condition | null;
  /** Of `single` and `several`; the columns of a matrix. */
  options: Choice[];
  /** Of a matrix. */
  rows: Choice[];
  /** Whether there is an option `OTHER` with a text. */
  other: boolean;
  /** The smallest and largest number of options of `several`, or value of a scale. */
  least: number | null;
  most: number | null;
  /** What the ends of a scale mean. */
  leastLabel: string | null;
  mostLabel: string | null;
  /** A text of several lines. */
  long: boolean;
  /** Of a text, in characters. */
  maxLength: number | null;
  /** Removed after it was answered: shown in results only. */
  retired: boolean;
};

export type QuestionPage = {
  code: string;
  title: string | null;
  introduction: string | null;
  showIf: Condition | null;
  questions: Question[];
};

/** An answer; which properties it has depends on the kind of question. */
export type Answer = {
  /** Codes of options, `OTHER` included. */
  chosen?: string[];
  /** The text of `OTHER`. */
  other?: string;
  value?: number;
  rows?: { row: string; choice: string }[];
  text?: string;
};
export type Answers = Record<string, Answer>;

/** Code of the option whose text the person writes. */
export const OTHER = 'other';
/** Maximum length of the text of `OTHER`. */
export const OTHER_LENGTH = 200;
/** Maximum length of a short and of a long text, unless the question says less. */
export const TEXT_LENGTH = { short: 200, long: 2_000 };
/** Number of answers from which results are shown. */
export const LEAST_ANSWERS = 5;

export type AnswerError = 'required' | 'invalid' | 'tooLong' | 'tooFew' | 'tooMany' | 'otherText' | 'rowsMissing';

/** Whether an answer matches a condition. */
export function matches({ is, from, to }: Condition, answer: Answer | undefined): boolean {
  if (!answer) return false;
  if (is) return (answer.chosen ?? []).some((code) => is.includes(code));
  const { value } = answer;
  return value !== undefined && value >= (from ?? -Infinity) && value <= (to ?? Infinity);
}

/**
 * Returns the pages and questions that are shown with these answers. Answers to questions that are not shown do not count
 * for conditions, so that a branch closes all branches behind it.
 */
export function shownPages(pages: readonly QuestionPage[], answers: Answers): QuestionPage[] {
  const counted: Answers = {};
  const isShown = ({ showIf }: { showIf: Condition | null }) => !showIf || matches(showIf, counted[showIf.question]);
  const shown: QuestionPage[] = [];
  for (const page of pages) {
    if (!isShown(page)) continue;
    const questions: Question[] = [];
    for (const question of page.questions) {
      if (question.retired || !isShown(question)) continue;
      questions.push(question);
      const answer = answers[question.code];
      if (answer) counted[question.code] = answer;
    }
    if (questions.length > 0) shown.push({ ...page, questions });
  }
  return shown;
}

/**
 * Returns how many pages there will be at most, and whether it is certain that there will be as many. It is not while a page
 * behind the one with the code `open` depends on a question that is not answered for good: a total would change under the
 * person.
 */
export function pageCount(pages: readonly QuestionPage[], answers: Answers, open: string) {
  const shown = shownPages(pages, answers).flatMap(({ questions }) => questions.map(({ code }) => code));
  const at = pages.findIndex(({ code }) => code === open);
  const toCome = new Set(pages.slice(Math.max(0, at)).flatMap(({ questions }) => questions.map(({ code }) => code)));
  const stateOf = ({ showIf }: { showIf: Condition | null }): 'shown' | 'hidden' | 'unknown' => {
    if (!showIf) return 'shown';
    if (toCome.has(showIf.question)) return 'unknown';
    return shown.includes(showIf.question) && matches(showIf, answers[showIf.question]) ? 'shown' : 'hidden';
  };
  const states = pages.map((page, index) => {
    const asked = page.questions.filter(({ retired }) => !retired);
    if (index <= at) return asked.some(({ code }) => shown.includes(code)) ? 'shown' : 'hidden';
    const all = [...new Set(asked.map(stateOf))].filter((state) => state !== 'hidden');
    const own = stateOf(page);
    if (own === 'hidden' || all.length === 0) return 'hidden';
    return own === 'unknown' || !all.includes('shown') ? 'unknown' : 'shown';
  });
  return { most: states.filter((state) => state !== 'hidden').length, isCertain: !states.includes('unknown') };
}

/** Returns an answer with only what belongs to the kind of its question, or null if it is empty. */
export function tidyAnswer(question: Question, { chosen, other, value, rows, text }: Answer): Answer | null {
  switch (question.kind) {
    case 'single':
    case 'several': {
      if (!chosen || chosen.length === 0) return null;
      return chosen.includes(OTHER) && question.other ? { chosen, other: (other ?? '').trim() } : { chosen };
    }
    case 'scale':
      return value === undefined ? null : { value };
    case 'matrix':
      return rows && rows.length > 0 ? { rows } : null;
    case 'text': {
      const written = text?.trim();
      return written ? { text: written } : null;
    }
  }
}

/** Returns what is wrong with a tidy answer (null: none), or null. */
export function answerError(question: Question, answer: Answer | null): AnswerError | null {
  if (!answer) return question.required ? 'required' : null;
  switch (question.kind) {
    case 'single':
    case 'several':
      return choiceError(question, answer);
    case 'scale': {
      const value = answer.value!;
      return Number.isInteger(value) && value >= question.least! && value <= question.most! ? null : 'invalid';
    }
    case 'matrix':
      return matrixError(question, answer.rows!);
    case 'text':
      return answer.text!.length > textLimit(question) ? 'tooLong' : null;
  }
}

/** Maximum number of characters of the answer to a text question. */
export const textLimit = ({ long, maxLength }: Question) => maxLength ?? (long ? TEXT_LENGTH.long : TEXT_LENGTH.short);

function choiceError({ kind, options, other, least, most }: Question, answer: Answer): AnswerError | null {
  const chosen = answer.chosen!;
  const known = new Set([...options.map(({ code }) => code), ...(other ? [OTHER] : [])]);
  if (new Set(chosen).size < chosen.length || !chosen.every((code) => known.has(code))) return 'invalid';
  if (kind === 'single' && chosen.length > 1) return 'invalid';
  if (kind === 'several' && chosen.length < (least ?? 1)) return 'tooFew';
  if (kind === 'several' && chosen.length > (most ?? known.size)) return 'tooMany';
  if (!chosen.includes(OTHER)) return null;
  if (!answer.other) return 'otherText';
  return answer.other.length > OTHER_LENGTH ? 'tooLong' : null;
}

function matrixError({ required, options, rows }: Question, given: { row: string; choice: string }[]) {
  const named = given.map(({ row }) => row);
  const isKnown = given.every(
    ({ row, choice }) => rows.some(({ code }) => code === row) && options.some(({ code }) => code === choice),
  );
  if (!isKnown || new Set(named).size < named.length) return 'invalid';
  return required && named.length < rows.length ? 'rowsMissing' : null;
}

/**
 * Checks the answers of a person against the questions that are shown to them.
 * @returns the answers to these questions, without any to others, and what is wrong with which
 */
export function checkAnswers(pages: readonly QuestionPage[], given: Answers) {
  const tidy: Answers = {};
  for (const question of pages.flatMap(({ questions }) => questions)) {
    const answer = given[question.code] && tidyAnswer(question, given[question.code]!);
    if (answer) tidy[question.code] = answer;
  }
  const answers: Answers = {};
  const errors: { question: string; error: AnswerError }[] = [];
  for (const question of shownPages(pages, tidy).flatMap(({ questions }) => questions)) {
    const answer = tidy[question.code] ?? null;
    const error = answerError(question, answer);
    if (error) errors.push({ question: question.code, error });
    else if (answer) answers[question.code] = answer;
  }
  return { answers, errors };
}
