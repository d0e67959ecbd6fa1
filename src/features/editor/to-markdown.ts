import { escaped, inlineMarkdown } from './inline-markdown.ts';
import type { DocumentJson, DocumentNode } from '#src/lib/rich-document/read-document.ts';

/*
 * Writes documents of the editor as Markdown. What Markdown cannot say, like a line break in the cell of a table, becomes what is nearest
 * to it.
 */

/** Writes a document as Markdown, without a line break at its end. */
export function toMarkdown(document: DocumentJson): string {
  return blocksOf((document.content ?? []) as DocumentNode[]).join('\n\n');
}

const LISTS = new Set(['bulletList', 'orderedList']);

/** Blocks, each without line breaks around it. Empty paragraphs are left out: Markdown has none. */
function blocksOf(nodes: readonly DocumentNode[]): string[] {
  const made: string[] = [];
  let last: DocumentNode | undefined;
  let isOther = false;
  for (const node of nodes) {
    // Two lists with the same marks would be one.
    isOther = LISTS.has(node.type) && last?.type === node.type && !isOther;
    const text = blockOf(node, isOther);
    if (text === '') continue;
    made.push(text);
    last = node;
  }
  return made;
}

function blockOf(node: DocumentNode, isOther: boolean): string {
  const { type, attrs = {}, content = [] } = node;
  switch (type) {
    case 'paragraph':
      return inlineMarkdown(content);
    case 'heading': {
      const text = inlineMarkdown(content, { isOneLine: true });
      return text && `${'#'.repeat(attrs['level'] as number)} ${text.replace(/(^| )#(?=#*$)/, '$1\\#')}`;
    }
    case 'bulletList':
      return listOf(content, () => (isOther ? '* ' : '- '));
    case 'orderedList': {
      const start = (attrs['start'] as number | undefined) ?? 1;
      return listOf(content, (at) => `${start + at}${isOther ? ')' : '.'} `);
    }
    case 'blockquote':
      return blocksOf(content).join('\n\n').replace(/^/gm, '> ').replace(/ $/gm, '');
    case 'codeBlock':
      return codeBlock(content.map(({ text = '' }) => text).join(''), (attrs['language'] as string | null) ?? '');
    case 'horizontalRule':
      return '---';
    case 'image':
      return picture(node);
    case 'table':
      return tableOf(content);
    default:
      return '';
  }
}

function listOf(items: readonly DocumentNode[], mark: (at: number) => string): string {
  const isTight = items.every(isTightItem);
  return items
    .map((item, at) => {
      const own = mark(at);
      const text = blocksOf(item.content ?? []).join(isTight ? '\n' : '\n\n');
      return (own + text.replace(/\n(?!\n|$)/g, `\n${' '.repeat(own.length)}`)).trimEnd();
    })
    .join(isTight ? '\n' : '\n\n');
}

/** A paragraph, maybe with lists that need no empty line before them. */
function isTightItem({ content = [] }: DocumentNode): boolean {
  const [first, ...others] = content;
  if (first?.type !== 'paragraph') return false;
  const isEmpty = inlineMarkdown(first.content ?? []) === '';
  return others.every(
    ({ type, attrs = {}, content: [item] = [] }, at) =>
      // Two lists, or one after nothing, would be read as something else.
      at === 0 &&
      !isEmpty &&
      LISTS.has(type) &&
      (type === 'bulletList' || (attrs['start'] ?? 1) === 1) &&
      inlineMarkdown(item?.content?.[0]?.content ?? []) !== '',
  );
}

function codeBlock(code: string, language: string): string {
  const fence = '`'.repeat(Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return `${fence}${language.replace(/[`\s]/g, '')}\n${code}${code === '' ? '' : '\n'}${fence}`;
}

const picture = ({ attrs = {} }: DocumentNode) =>
  `![${escaped(String(attrs['alt'] ?? '')).replace(/\n/g, ' ')}](${attrs['src'] as string})`;

const ALIGNED: Record<string, string> = { center: ':-:', right: '-:' };

function tableOf(rows: readonly DocumentNode[]): string {
  const width = Math.max(...rows.map(({ content = [] }) => content.length));
  const line = (cells: string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`.replace(/ {2,}/g, ' ');
  const [first, ...others] = rows.map(({ content = [] }) => line(content.map(cellOf)));
  const aligned = (rows[0]?.content ?? []).map(({ attrs = {} }) => ALIGNED[String(attrs['align'])] ?? '-');
  return [first, line(Array.from({ length: width }, (_, at) => aligned[at] ?? '-')), ...others].join('\n');
}

/** One line: the lines and pictures of a cell beside each other. */
const cellOf = ({ content = [] }: DocumentNode) =>
  content
    .map((block) =>
      block.type === 'image' ? picture(block) : inlineMarkdown(block.content ?? [], { isOneLine: true }),
    )
    .filter(Boolean)
    .join(' ')
    .replaceAll('|', '\\|');
