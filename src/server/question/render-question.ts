import type {
  Criterion,
  QuestionHtml,
  QuestionHtmls,
  QuestionKey,
  QuestionLang,
  QuestionText,
  QuestionTexts,
  QuestionType,
} from './tables.ts';
import { formulaBudget, type FormulaBudget } from '#src/server/core/rich-document/formula.ts';
import { renderText, type Media } from './render-text.ts';

/** What a version of a question says. */
export type QuestionContent = {
  type: QuestionType;
  texts: QuestionTexts;
  answer: QuestionKey;
  /** Only of a short answer; none: it is marked as a whole. */
  criteria?: Criterion[];
};

export const LANGS: readonly QuestionLang[] = ['zh', 'en'];

/**
 * Renders all texts of a question in each of its languages; a text without Markdown is left out. What somebody has sent is
 * rendered by `renderInThread`.
 */
export function renderQuestion({ type, texts, answer }: QuestionContent, media: Media): QuestionHtmls {
  const htmls: QuestionHtmls = {};
  const budget = formulaBudget();
  const reference = type === 'short' ? renderText(answer as string, media, budget) : null;
  for (const lang of LANGS) {
    const html = texts[lang] && renderOne(texts[lang], reference, media, budget);
    if (html && Object.keys(html).length > 0) htmls[lang] = html;
  }
  return htmls;
}

function renderOne(
  { stem, options, analysis }: QuestionText,
  reference: string | null,
  media: Media,
  budget: FormulaBudget,
): QuestionHtml {
  const html: QuestionHtml = {};
  const rendered = {
    stem: renderText(stem, media, budget),
    analysis: analysis ? renderText(analysis, media, budget) : null,
    reference,
  };
  for (const key of ['stem', 'analysis', 'reference'] as const) if (rendered[key] !== null) html[key] = rendered[key];
  const ofOptions = options.flatMap(({ key, text }) => {
    const found = renderText(text, media, budget);
    return found === null ? [] : [[key, found]];
  });
  if (ofOptions.length > 0) html.options = Object.fromEntries(ofOptions) as Record<string, string>;
  return html;
}
