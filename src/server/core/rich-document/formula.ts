import { escapeUTF8 } from 'entities';
import temml from 'temml';

/** Definitions can multiply: a formula of 100 characters would become megabytes. */
const DEFINES = /\\(?:[egx]?def|let|futurelet|global|long|(?:re|provide)?newcommand|declaremathoperator)(?![a-z])/i;
/** Maximum size of the MathML of one formula, characters. */
const MAX_LENGTH = 100_000;
/** Maximum size of all formulas of one text, characters: of their LaTeX, and of their MathML. */
const MAX_OF_TEXT = { latex: 20_000, mathMl: 200_000 };

/** What is left for the formulas of a text: a short formula can become a hundred times as long. */
export type FormulaBudget = { latex: number; mathMl: number };
export const formulaBudget = (): FormulaBudget => ({ ...MAX_OF_TEXT });

/**
 * Renders LaTeX as MathML.
 * @param isBlock a formula on lines of its own
 * @param budget what the text with this formula has left; the formula is taken from it
 * @returns HTML that still has to be sanitised; the source as code if it cannot be rendered, or nothing is left for it
 */
export function formulaToMathMl(latex: string, isBlock: boolean, budget = formulaBudget()): string {
  const source = `<code class="formula-source">${escapeUTF8(latex)}</code>`;
  budget.latex -= latex.length;
  if (budget.latex < 0 || budget.mathMl <= 0 || DEFINES.test(latex)) return source;
  try {
    const html = temml.renderToString(latex, {
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      maxExpand: 200,
    });
    budget.mathMl -= html.length;
    return html.length > MAX_LENGTH || budget.mathMl < 0 ? source : html;
  } catch (error) {
    // Also RangeError, for nesting that exhausts the stack of the parser.
    if (error instanceof Error) return source;
    throw error;
  }
}
