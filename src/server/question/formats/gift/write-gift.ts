import { escapeUTF8 } from 'entities';
import { bundle } from '../bundle.ts';
import { criteriaText } from '../criteria.ts';
import type { Language, QuestionDraft, WrittenFile } from '../draft.ts';
import { joinLanguages } from '../languages.ts';
import { joinAccepted } from '../short-answers.ts';
import { LANGUAGES, withoutForbidden } from '../text.ts';

const escape = (text: string) =>
  withoutForbidden(text)
    .replace(/[\\:#={}~]/g, '\\$&')
    .replace(/\n/g, '\\n');
/** Values within brackets of a comment. */
const bracketed = (text: string) => text.replace(/[\]\\]/g, '\\$&');
const inside = (text: string) => bracketed(JSON.stringify(text).slice(1, -1));
const FORMAT = /^\[(?:html|markdown|plain|moodle)\]/;

/**
 * Writes questions as GIFT, texts in Markdown. What GIFT has no place for is in comments and tags (language, difficulty,
 * reference answer, criteria) and in `{mlang}` (second language); a question with several blanks is a matching question with the
 * pairs (1), (2) … With pictures, a zip of the file and the pictures.
 */
export function writeGift(drafts: QuestionDraft[], files: ReadonlyMap<string, Uint8Array>): WrittenFile {
  const count = (language: Language) => drafts.filter(({ texts }) => texts[language]).length;
  const language: Language = count('zh') >= count('en') ? 'zh' : 'en';
  let topic: string | null = null;
  const parts = [`// [language:${language}]`];
  for (const draft of drafts) {
    if (draft.topic !== topic) parts.push(`$CATEGORY: ${draft.topic?.replaceAll('\n', ' ') ?? 'top'}`);
    topic = draft.topic;
    parts.push(questionOf(draft, language));
  }
  const bytes = new TextEncoder().encode(`${parts.join('\n\n')}\n`);
  return bundle({ name: 'questions.gift.txt', mediaType: 'text/plain; charset=utf-8', bytes }, drafts, files);
}

function questionOf(draft: QuestionDraft, fileLanguage: Language): string {
  const { code, type, difficulty, tags, answer } = draft;
  const isBilingual = Object.keys(draft.texts).length > 1;
  const all = [...tags, ...(difficulty === null ? [] : [`difficulty:${difficulty}`])];
  const comment = [
    ...(code !== null ? [`[id:${bracketed(code)}]`] : []),
    ...(draft.storedId === undefined ? [] : [`[uid:${bracketed(draft.storedId)}]`]),
    ...(draft.keepsOrder ? ['[order:fixed]'] : []),
    ...all.map((tag) => `[tag:${bracketed(tag)}]`),
    ...(type === 'short' && answer !== '' ? [`[reference:${inside(String(answer))}]`] : []),
    ...(draft.criteria?.length ? [`[criteria:${inside(criteriaText(draft.criteria))}]`] : []),
  ].join(' ');
  const text = (of: (texts: NonNullable<QuestionDraft['texts'][Language]>) => string | null | undefined) => {
    const found = LANGUAGES.flatMap((each) => {
      const own = draft.texts[each] && of(draft.texts[each]);
      return own ? [[each, own] as const] : [];
    });
    return found.length === 0 ? '' : joinLanguages(Object.fromEntries(found), isBilingual ? null : fileLanguage);
  };
  const analysis = text((texts) => texts.analysis);
  const title = code === null ? '' : `::${escape(code)}::`;
  const answers = answersOf(draft, (key) => text((texts) => texts.options.find((option) => option.key === key)?.text));
  const feedback = analysis === '' ? '' : `####${escapedText(analysis)}`;
  const question = `${title}[markdown]${escape(text((texts) => texts.stem))}{${answers}${feedback}}`;
  return comment === '' ? question : `// ${comment}\n${question}`;
}

/** A text that begins like the name of a format names its own. */
const escapedText = (text: string, format = 'markdown') => `${FORMAT.test(text) ? `[${format}]` : ''}${escape(text)}`;

/** An arrow would make it a matching question; there is no escape for it but that of HTML. */
const acceptedText = (text: string) =>
  text.includes('->') ? `[html]${escape(escapeUTF8(text))}` : escapedText(text, 'plain');

function answersOf({ type, answer, texts }: QuestionDraft, option: (key: string) => string): string {
  switch (type) {
    case 'judge':
      return answer ? 'TRUE' : 'FALSE';
    case 'short':
      return '';
    case 'blank': {
      const blanks = answer as string[][];
      if (blanks.length > 1)
        return blanks.map((accepted, index) => `=(${index + 1}) -> ${escape(joinAccepted(accepted))}`).join(' ');
      return blanks[0]!
        .map((text) => text.replaceAll('*', '\\*'))
        .map((text) => `=${text.startsWith('%') ? '%100%' : ''}${acceptedText(text)}`)
        .join(' ');
    }
    case 'single':
    case 'multiple': {
      const right = [answer].flat() as string[];
      const share = Number((100 / right.length).toFixed(5));
      const sign = (key: string) =>
        type === 'single' ? (right.includes(key) ? '=' : '~') : `~%${right.includes(key) ? share : -100}%`;
      const { options } = Object.values(texts)[0]!;
      return options
        .map(({ key }) => {
          const text = option(key);
          return `${sign(key)}${type === 'single' && text.startsWith('%') ? `%${right.includes(key) ? 100 : 0}%` : ''}${escapedText(text)}`;
        })
        .join(' ');
    }
  }
}
