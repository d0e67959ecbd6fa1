import type { TextContext } from './clean-html.ts';
import type { QuestionDraft } from './draft.ts';

/** A picture or sound in Markdown. */
const MEDIA = /!\[((?:\\.|[^\]\\])*)\]\(\s*(?:<([^>\n]*)>|([^\s()<>]+))(?:\s+"[^"]*")?\s*\)/g;

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
function eachText({ texts }: QuestionDraft, change: (text: string) => string): void {
  for (const each of Object.values(texts)) {
    each.stem = change(each.stem);
    each.options = each.options.map(({ key, text }) => ({ key, text: change(text) }));
    if (each.analysis !== null) each.analysis = change(each.analysis);
  }
}

/** Keeps the files that the Markdown of a question refers to, and reports those that are not there. */
export function keepPictures(draft: QuestionDraft, context: TextContext): void {
  eachText(draft, (text) => replaceMedia(text, (address) => context.findFile(address, context)));
}

/** Files that questions refer to. */
export function filesOf(drafts: QuestionDraft[], files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const used = new Map<string, Uint8Array>();
  for (const draft of drafts)
    for (const texts of Object.values(draft.texts))
      for (const text of [texts.stem, texts.analysis ?? '', ...texts.options.map((option) => option.text)])
        for (const name of mediaOf(text)) if (files.has(name)) used.set(name, files.get(name)!);
  return used;
}
