import { and, eq, inArray } from 'drizzle-orm';
import { file } from '#src/server/core/db/schema/file.ts';
import type {
  Criterion,
  QuestionHtml,
  QuestionHtmls,
  QuestionKey,
  QuestionLang,
  QuestionText,
  QuestionTexts,
  QuestionType,
} from '#src/server/core/db/schema/question.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { mediaOf, renderText, type Media } from './render-text.ts';

/** What a version of a question says. */
export type QuestionContent = {
  type: QuestionType;
  texts: QuestionTexts;
  answer: QuestionKey;
  /** Only of a short answer; none: it is marked as a whole. */
  criteria?: Criterion[];
};

export const LANGS: readonly QuestionLang[] = ['zh', 'en'];

const textsOf = ({ texts, type, answer }: QuestionContent): string[] => [
  ...Object.values(texts).flatMap(({ stem, options, analysis }) => [
    stem,
    ...options.map(({ text }) => text),
    analysis ?? '',
  ]),
  ...(type === 'short' ? [answer as string] : []),
];

/** Reads the files that questions show, as far as they are pictures and sound of this tenant. */
export async function readMedia(db: TenantDb, enterpriseId: string, contents: QuestionContent[]): Promise<Media> {
  const ids = [...new Set(contents.flatMap(textsOf).flatMap(mediaOf))];
  if (ids.length === 0) return new Map();
  const files = await db
    .select()
    .from(file)
    .where(and(eq(file.enterpriseId, enterpriseId), inArray(file.id, ids)));
  return new Map(
    files
      .filter(({ contentType, visibility }) => visibility !== 'private' && /^(?:image|audio)\//.test(contentType))
      .map(({ id, contentType, width, height }) => [
        id,
        { kind: contentType.startsWith('audio/') ? 'sound' : 'picture', width, height },
      ]),
  );
}

/** Renders all texts of a question in each of its languages; a text without Markdown is left out. */
export function renderQuestion({ type, texts, answer }: QuestionContent, media: Media): QuestionHtmls {
  const htmls: QuestionHtmls = {};
  const reference = type === 'short' ? renderText(answer as string, media) : null;
  for (const lang of LANGS) {
    const html = texts[lang] && renderOne(texts[lang], reference, media);
    if (html && Object.keys(html).length > 0) htmls[lang] = html;
  }
  return htmls;
}

function renderOne({ stem, options, analysis }: QuestionText, reference: string | null, media: Media): QuestionHtml {
  const html: QuestionHtml = {};
  const rendered = {
    stem: renderText(stem, media),
    analysis: analysis ? renderText(analysis, media) : null,
    reference,
  };
  for (const key of ['stem', 'analysis', 'reference'] as const) if (rendered[key] !== null) html[key] = rendered[key];
  const ofOptions = options.flatMap(({ key, text }) => {
    const found = renderText(text, media);
    return found === null ? [] : [[key, found]];
  });
  if (ofOptions.length > 0) html.options = Object.fromEntries(ofOptions) as Record<string, string>;
  return html;
}
