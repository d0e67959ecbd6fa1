import { type Condition, OTHER, type Question } from './questionnaire.ts';

/* Conditions of questionnaires that are being written: the browser uses these rules to guide, the server to decide. */

type Asked = Pick<Question, 'code' | 'kind' | 'options' | 'other' | 'least' | 'most' | 'showIf'>;
type Asking = { code: string; showIf: Condition | null; questions: Asked[] };

/**
 * `gone`: there is no such question. `later`: it is not asked before. `kind`: it has neither options nor a scale. `empty`: no answer is named.
 * `choice`: the question does not have this option. `range`: no value of the scale is in the range.
 */
export type ConditionFault = 'gone' | 'later' | 'kind' | 'empty' | 'choice' | 'range';

/** A condition that cannot be used: of the page or question with the code, and the property that is wrong. */
export type WrongCondition = {
  page: number;
  /** Null: of the page. */
  question: number | null;
  code: string;
  field: 'question' | 'is' | 'from';
  fault: ConditionFault;
};

/** Whether conditions can refer to a question. */
export const canBeReferredTo = ({ kind }: Pick<Question, 'kind'>): boolean =>
  kind === 'single' || kind === 'several' || kind === 'scale';

/** Returns all conditions that cannot be used, in the order of the questionnaire. */
export function wrongConditions(pages: readonly Asking[]): WrongCondition[] {
  const wrong: WrongCondition[] = [];
  const all = new Set(pages.flatMap(({ questions }) => questions.map(({ code }) => code)));
  const earlier = new Map<string, Asked>();
  const check = ({ code, showIf }: { code: string; showIf: Condition | null }, page: number, at: number | null) => {
    if (!showIf) return;
    const add = (field: WrongCondition['field'], fault: ConditionFault) =>
      wrong.push({ page, question: at, code, field, fault });
    const source = earlier.get(showIf.question);
    if (!source) return add('question', all.has(showIf.question) ? 'later' : 'gone');
    const fault = faultOf(showIf, source);
    if (fault) add(fault === 'kind' ? 'question' : source.kind === 'scale' ? 'from' : 'is', fault);
  };
  for (const [p, page] of pages.entries()) {
    check(page, p, null);
    for (const [q, question] of page.questions.entries()) {
      check(question, p, q);
      earlier.set(question.code, question);
    }
  }
  return wrong;
}

/** What is wrong with a condition on an earlier question; null: nothing. */
function faultOf({ is, from, to }: Condition, source: Asked): ConditionFault | null {
  if (!canBeReferredTo(source)) return 'kind';
  if (source.kind === 'scale') {
    if (is !== null || (from === null && to === null)) return 'empty';
    const least = Math.max(from ?? -Infinity, source.least ?? -Infinity);
    return least > Math.min(to ?? Infinity, source.most ?? Infinity) ? 'range' : null;
  }
  if (is === null || is.length === 0 || from !== null || to !== null) return 'empty';
  const known = (code: string) =>
    source.options.some((option) => option.code === code) || (source.other && code === OTHER);
  return is.every(known) ? null : 'choice';
}

/** Codes of the pages and questions whose conditions can be used now and could not after a change. */
export function brokenBy(before: readonly Asking[], after: readonly Asking[]): Set<string> {
  const wrongBefore = new Set(wrongConditions(before).map(({ code }) => code));
  return new Set(
    wrongConditions(after)
      .map(({ code }) => code)
      .filter((code) => !wrongBefore.has(code)),
  );
}
