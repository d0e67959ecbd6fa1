import MarkdownIt from 'markdown-it';
import { formulaToMathMl } from '#src/server/core/rich-document/formula.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { splitTex } from '../tex.ts';

type Env = { blank: () => string; formula?: ((latex: string, isBlock: boolean) => string) | undefined };

const markdown = new MarkdownIt({ html: false, xhtmlOut: true, linkify: false });
// Alignment of table columns would be an attribute that QTI does not have.
for (const cell of ['th_open', 'td_open']) markdown.renderer.rules[cell] = (tokens, index) => `<${tokens[index]!.tag}>`;
markdown.inline.ruler.after('escape', 'formula', (state, silent) => {
  if (state.src[state.pos] !== '$') return false;
  const found = /^\$\$[^$]+\$\$|^\$[^$\n]+\$/.exec(state.src.slice(state.pos, state.pos + 2_004))?.[0];
  const [part] = found ? splitTex(found) : [];
  if (!found || !part || !('latex' in part)) return false;
  if (!silent) Object.assign(state.push('formula', '', 0), { content: part.latex, meta: part.isBlock });
  state.pos += found.length;
  return true;
});
markdown.inline.ruler.before('emphasis', 'blank', (state, silent) => {
  const mark = /^_{4,}/.exec(state.src.slice(state.pos, state.pos + 200))?.[0];
  if (!mark) return false;
  if (!silent) state.push('blank', '', 0);
  state.pos += mark.length;
  return true;
});
markdown.renderer.rules['formula'] = (tokens, index, _options, env) => {
  const { formula } = env as Env;
  if (formula) return formula(markdown.utils.escapeHtml(tokens[index]!.content), Boolean(tokens[index]!.meta));
  const mathMl = formulaToMathMl(tokens[index]!.content, Boolean(tokens[index]!.meta));
  return isWellFormed(mathMl) ? mathMl : `<code>${markdown.utils.escapeHtml(tokens[index]!.content)}</code>`;
};
markdown.renderer.rules['blank'] = (_tokens, _index, _options, env) => (env as Env).blank();

/**
 * Renders Markdown as XHTML, formulas as MathML or as `formula` writes them.
 * @param blank returns the next blank
 * @param formula gets LaTeX that is escaped for HTML
 */
export const markdownXhtml = (source: string, blank: () => string, formula?: Env['formula']): string =>
  markdown.render(source, { blank, formula } satisfies Env);

function isWellFormed(xml: string): boolean {
  try {
    parseXml(`<x>${xml}</x>`);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
