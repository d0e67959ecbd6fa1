import { escapeUTF8 } from 'entities';
import MarkdownIt from 'markdown-it';
import { displayQuestionHtml } from '#src/lib/rich-text.ts';
import { type FormulaBudget, formulaBudget, formulaToMathMl } from '#src/server/core/rich-document/formula.ts';

/** A file of the tenant that a text may show. Width and height in pixels, of a picture. */
export type Medium = { kind: 'picture' | 'sound'; width: number | null; height: number | null };
/** Files by id. */
export type Media = ReadonlyMap<string, Medium>;

const FILE = /^\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
type Env = { media: Media; budget: FormulaBudget };

// Tags stay text.
const markdown = new MarkdownIt({ html: false, breaks: true, linkify: false, typographer: false });
// `____` is a blank, not the underline of a heading; indented text is no code.
markdown.disable(['lheading', 'code', 'reference']);
// Nor is it a rule across the page, and a rule stands between blank lines.
const rule = markdown.block.ruler.getRules('').find(({ name }) => name === 'hr')!;
markdown.block.ruler.at('hr', (state, from, to, silent) => {
  const start = (state.bMarks[from] ?? 0) + (state.tShift[from] ?? 0);
  return state.src[start] !== '_' && rule(state, from, to, silent);
});
markdown.inline.ruler.before('emphasis', 'blank', (state, silent) => {
  const blank = /^_{4,}/.exec(state.src.slice(state.pos, state.posMax))?.[0];
  if (!blank) return false;
  if (!silent) state.push('text', '', 0).content = blank;
  state.pos += blank.length;
  return true;
});
markdown.inline.ruler.after('escape', 'formula', (state, silent) => {
  // In `$…$` the content touches both signs and no digit follows, so that prices stay prices.
  const found = /^\$\$([^$]+)\$\$|^\$(?![\s$])((?:[^$\\]|\\.)*?)(?<!\s)\$(?!\d)/s.exec(
    state.src.slice(state.pos, state.posMax),
  );
  const latex = (found?.[1] ?? found?.[2])?.trim();
  if (!found || !latex) return false;
  if (!silent) {
    const token = state.push('formula', '', 0);
    token.content = latex;
    token.info = found[1] === undefined ? '' : 'block';
  }
  state.pos += found[0].length;
  return true;
});
markdown.renderer.rules['formula'] = (tokens, at, _options, env) => {
  const { content, info } = tokens[at]!;
  const math = formulaToMathMl(content, info === 'block', (env as Env).budget);
  return info === 'block' ? `<div class="formula">${math}</div>` : math;
};
// Nothing leads out of an exam: of a link, text and address are shown.
markdown.renderer.rules['link_open'] = () => '';
markdown.renderer.rules['link_close'] = (tokens, at) => {
  const from = tokens.slice(0, at).findLastIndex(({ type }) => type === 'link_open');
  const address = markdown.normalizeLinkText(String(tokens[from]!.attrGet('href'))).replace(/^mailto:/, '');
  const text = tokens
    .slice(from + 1, at)
    .map(({ content }) => content)
    .join('');
  return text === address ? '' : ` (${escapeUTF8(address)})`;
};
markdown.renderer.rules['image'] = (tokens, at, options, env) => {
  const token = tokens[at]!;
  const alt = escapeUTF8(markdown.renderer.renderInlineAsText(token.children ?? [], options, env));
  const id = FILE.exec(String(token.attrGet('src')))?.[1];
  const medium = id === undefined ? undefined : (env as Env).media.get(id);
  if (!medium) return `[${alt}]`;
  if (medium.kind === 'sound')
    return `<audio controls preload="metadata" src="/media/${id}" aria-label="${alt}"></audio>`;
  const size = medium.width && medium.height ? ` width="${medium.width}" height="${medium.height}"` : '';
  return `<img src="/media/${id}" alt="${alt}"${size}>`;
};

/** Ids of the files that a text shows. */
export function mediaOf(text: string): string[] {
  return [...text.matchAll(/!\[(?:[^\]!]|!(?!\[))*\]\(\/media\/([0-9a-f-]{36})\)/g)].map(([, id]) => id!);
}

/**
 * Renders a text of a question: Markdown with tables, pictures, sound, `$…$` and `$$…$$` for formulas.
 * @param budget what the question has left for formulas
 * @returns sanitised HTML, in which files have unsigned addresses (sign-media.ts); null for a text without any Markdown, which
 *   is shown as it is
 */
export function renderText(text: string, media: Media, budget = formulaBudget()): string | null {
  const env: Env = { media, budget };
  const tokens = markdown.parse(text, env);
  const isPlain = tokens.every(
    ({ type, content, children }) =>
      type === 'paragraph_open' ||
      type === 'paragraph_close' ||
      (type === 'inline' &&
        children!.map((child) => (child.type === 'text' ? child.content : '\n')).join('') === content),
  );
  if (isPlain) return null;
  // One paragraph needs no block around it: an option, a cell.
  const shown = tokens.length === 3 && tokens[0]!.type === 'paragraph_open' ? tokens.slice(1, 2) : tokens;
  return displayQuestionHtml(markdown.renderer.render(shown, markdown.options, env)).trim();
}
