import type { TextContext } from './clean-html.ts';
import type { QuestionDraft } from './draft.ts';

/** A picture or sound in Markdown. Each attempt ends where the next one may begin, so that many of them take no longer than one. */
const MEDIA = /!\[((?:\\.|[^\]\\!]|!(?!\[))*)\]\(\s*(?:<([^<>\n]*)>|([^\s()<>]+))(?:\s+"[^"]*")?\s*\)/g;

/** Replaces the addresses of pictures and sound in Markdown; where there is none, the description remains. */
export const replaceMedia = (markdown: string, to: (address: string) => string | undefined): string =>
  markdown.replace(MEDIA, (_, alt: string, quoted: string | undefined, plain: string | undefined) => {
    const name = to(quoted ?? plain ?? '');
    return name === undefined ? (alt === '' ? '' : `[${alt}]`) : `![${alt}](${name})`;
  });

/** Names of the files that a text refers to. */
export const mediaOf = (markdown: string): string[] =>
  [...markdown.matchAll(MEDIA)].map(([, , quoted, plain]) => quoted ?? plain!);

/** Applies a function to each Markdown text of a question, in place. */
function eachText(draft: QuestionDraft, change: (text: string) => string): void {
  for (const each of Object.values(draft.texts)) {
    each.stem = change(each.stem);
    each.options = each.options.map(({ key, text }) => ({ key, text: change(text) }));
    if (each.analysis !== null) each.analysis = change(each.analysis);
  }
  if (draft.type === 'short') draft.answer = change(draft.answer as string);
}

/** Keeps the files that the Markdown of a question refers to, and reports those that are not there. */
export function keepPictures(draft: QuestionDraft, context: TextContext): void {
  eachText(draft, (text) => replaceMedia(text, (address) => context.findFile(address, context)));
}

/** Files that questions refer to. */
export function filesOf(drafts: QuestionDraft[], files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const used = new Map<string, Uint8Array>();
  for (const draft of drafts) {
    const texts = Object.values(draft.texts).flatMap(({ stem, analysis, options }) => [
      ...[stem, analysis ?? ''],
      ...options.map((option) => option.text),
    ]);
    if (draft.type === 'short') texts.push(String(draft.answer));
    for (const name of texts.flatMap(mediaOf)) if (files.has(name)) used.set(name, files.get(name)!);
  }
  return used;
}
