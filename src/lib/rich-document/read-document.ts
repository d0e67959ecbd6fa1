import { isVisible } from '#src/lib/user-text.ts';

/** A node of a document that has been checked. */
export type DocumentNode = {
  type: string;
  attrs?: Record<string, unknown>;
  content?: DocumentNode[];
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  text?: string;
};
/** The JSON of a document; the type of the contract without its checks. */
export type DocumentJson = { type: 'doc'; content?: unknown[] | undefined };

/** A document without content, as the editor starts. */
export const EMPTY_DOCUMENT: DocumentJson = { type: 'doc', content: [{ type: 'paragraph' }] };

function nodesOf(document: DocumentJson): DocumentNode[] {
  const collect = (node: DocumentNode): DocumentNode[] => [node, ...(node.content ?? []).flatMap(collect)];
  return collect(document as DocumentNode);
}
const attributesOf = (document: DocumentJson, type: string) =>
  nodesOf(document)
    .filter((node) => node.type === type)
    .map(({ attrs = {} }) => attrs);

/**
 * The text of a document for search, excerpts, word filters and reading time: one line for each block; formulas as
 * LaTeX, pictures as their description, mentions with `@`.
 */
export function plainText(document: DocumentJson): string {
  return textOf(document as DocumentNode)
    .replace(/\n{2,}/g, '\n')
    .trim();
}

function textOf({ type, attrs = {}, content = [], text = '' }: DocumentNode): string {
  if (type === 'text') return text;
  if (type === 'hardBreak') return '\n';
  if (type === 'mention') return `@${attrs['label'] as string}`;
  if (type === 'inlineMath') return attrs['latex'] as string;
  if (type === 'blockMath') return `${attrs['latex'] as string}\n`;
  if (type === 'image') return `${attrs['alt'] as string}\n`;
  return content.map(textOf).join('') + (ENDS_LINE.has(type) ? '\n' : '');
}
const ENDS_LINE = new Set(['paragraph', 'heading', 'codeBlock']);

/** Whether there is nothing to publish: no visible text, picture or formula. */
export function isEmptyDocument(document: DocumentJson): boolean {
  return !isVisible(plainText(document)) && picturesOf(document).length === 0;
}

/** People mentioned, each once, in the order of the text. Whether they exist is for the caller to check. */
export function mentionsOf(document: DocumentJson): { userId: string; label: string }[] {
  const mentions = attributesOf(document, 'mention') as { userId: string; label: string }[];
  return [...new Map(mentions.map(({ userId, label }) => [userId, { userId, label }])).values()];
}

/** Ids of the files shown as pictures, each once. Whether they belong to the tenant is for the caller to check. */
export function picturesOf(document: DocumentJson): string[] {
  const ids = attributesOf(document, 'image').map(({ src }) => (src as string).slice('/media/'.length));
  return [...new Set(ids)];
}

/** Formulas in LaTeX. */
export function formulasOf(document: DocumentJson): string[] {
  return ['inlineMath', 'blockMath'].flatMap((type) =>
    attributesOf(document, type).map(({ latex }) => latex as string),
  );
}

/** Addresses of links, each once. */
export function linksOf(document: DocumentJson): string[] {
  const marks = nodesOf(document).flatMap(({ marks = [] }) => marks);
  return [...new Set(marks.filter(({ type }) => type === 'link').map(({ attrs }) => attrs!['href'] as string))];
}

/**
 * Sets the label of each mention to the name of the member, so that a mention cannot carry a made-up name. Mentions of
 * others become plain text.
 * @param names by user id
 */
export function nameMentions<D extends DocumentJson>(document: D, names: ReadonlyMap<string, string>): D {
  const rename = (node: DocumentNode): DocumentNode => {
    if (node.type !== 'mention') return node.content ? { ...node, content: node.content.map(rename) } : node;
    const { userId, label } = node.attrs as { userId: string; label: string };
    const name = names.get(userId);
    return name ? { ...node, attrs: { userId, label: name } } : { type: 'text', text: `@${label}` };
  };
  return rename(document as DocumentNode) as D;
}

/** Replaces the label of every mention of one user. */
export function relabelMentions<D extends DocumentJson>(document: D, userId: string, label: string): D {
  const relabel = (node: DocumentNode): DocumentNode =>
    node.type === 'mention' && node.attrs?.['userId'] === userId
      ? { ...node, attrs: { userId, label } }
      : node.content
        ? { ...node, content: node.content.map(relabel) }
        : node;
  return relabel(document as DocumentNode) as D;
}

/** Reading speed: Chinese characters and words of other languages in a minute. */
const HAN_PER_MINUTE = 400;
const WORDS_PER_MINUTE = 220;

/** Reading time of a text in whole minutes, at least 1. */
export function readingMinutes(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.replace(/\p{Script=Han}/gu, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0;
  return Math.max(1, Math.ceil(han / HAN_PER_MINUTE + words / WORDS_PER_MINUTE));
}
