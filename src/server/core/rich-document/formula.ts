import { escapeUTF8 } from 'entities';
import temml from 'temml';

/** Definitions can multiply: a formula of 100 characters would become megabytes. */
const DEFINES = /\\(?:[egx]?def|let|futurelet|global|long|(?:re|provide)?newcommand|declaremathoperator)(?![a-z])/i;
/** Maximum size of the MathML of one formula, characters. */
const MAX_LENGTH = 100_000;

/**
 * Renders LaTeX as MathML.
 * @param isBlock a formula on lines of its own
 * @returns HTML that still has to be sanitised; the source as code if it cannot be rendered
 */
export function formulaToMathMl(latex: string, isBlock: boolean): string {
  const source = `<code class="formula-source">${escapeUTF8(latex)}</code>`;
  if (DEFINES.test(latex)) return source;
  try {
    const html = temml.renderToString(latex, {
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      maxExpand: 200,
    });
    return html.length > MAX_LENGTH ? source : html;
  } catch (error) {
    // Also RangeError, for nesting that exhausts the stack of the parser.
    if (error instanceof Error) return source;
    throw error;
  }
}
