import type { Token } from 'markdown-it';
import type { Mark, Node, NodeType } from '@tiptap/pm/model';
import { isLinkAddress } from './addresses.ts';
import type { DocumentJson } from './read-document.ts';
import { documentSchema, HEADING_LEVELS } from './schema.ts';

/** A picture of the file store. Width and height in pixels keep its place while it loads. */
export type Picture = { fileId: string; width: number | null; height: number | null };
/** Returns the picture of an address; undefined for anything else. */
export type FindPicture = (address: string) => Picture | undefined;

/**
 * Makes a document of the editor of Markdown that was parsed; tokens of the type `formula` are LaTeX.
 * @returns the document, and what could not be converted
 */
export function documentOf(tokens: Token[], findPicture: FindPicture): { document: DocumentJson; problems: string[] } {
  const problems: string[] = [];
  const content = blocks(tokens, { findPicture, problems });
  const document = make(documentSchema.topNodeType, null, content).toJSON() as DocumentJson;
  return { document, problems };
}

type Converting = { findPicture: FindPicture; problems: string[] };
type Attributes = Record<string, unknown> | null;

const { nodes, marks } = documentSchema;
const CONTAINERS: Record<string, NodeType> = {
  bullet_list_open: nodes['bulletList']!,
  ordered_list_open: nodes['orderedList']!,
  list_item_open: nodes['listItem']!,
  blockquote_open: nodes['blockquote']!,
  table_open: nodes['table']!,
  tr_open: nodes['tableRow']!,
  th_open: nodes['tableHeader']!,
  td_open: nodes['tableCell']!,
};
const MARKS: Record<string, string> = { strong: 'bold', em: 'italic', s: 'strike', link: 'link' };

/** Adds what the schema requires, e.g. the paragraph with which a list item begins. */
const make = (type: NodeType, attributes: Attributes, content: readonly Node[]) =>
  type.createAndFill(attributes, content) ?? type.create(attributes, content);

function blocks(tokens: Token[], converting: Converting): Node[] {
  const made: Node[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    const from = at + 1;
    if (token.nesting === 1)
      at = tokens.findIndex((end, n) => n > at && end.nesting === -1 && end.level === token.level);
    made.push(...block(token, tokens.slice(from, at), converting));
  }
  return made;
}

function block(token: Token, inner: Token[], converting: Converting): Node[] {
  const { type } = token;
  const container = CONTAINERS[type];
  if (container) return [make(container, attributesOf(token), blocks(inner, converting))];
  if (type === 'thead_open' || type === 'tbody_open') return blocks(inner, converting);
  if (type === 'paragraph_open') return blocks(inner, converting);
  if (type === 'inline') return paragraphs(token, converting);
  if (type === 'heading_open') return [heading(token, inner[0]!, converting)];
  if (type === 'fence' || type === 'code_block') return [codeBlock(token)];
  return [nodes['horizontalRule']!.create()];
}

function attributesOf(token: Token): Attributes {
  if (token.type === 'ordered_list_open') return { start: Number(token.attrGet('start') ?? 1) };
  const align = /text-align:(center|right)/.exec(String(token.attrGet('style') ?? ''))?.[1];
  return align ? { align } : null;
}

/** The page has its own title, so `#` is not a level of its own. */
function heading(token: Token, text: Token, converting: Converting): Node {
  const level = Math.min(Math.max(Number(token.tag.slice(1)), HEADING_LEVELS[0]), HEADING_LEVELS.at(-1)!);
  const content = inlineNodes(text, converting);
  if (content.some((node) => node.isBlock)) converting.problems.push('a heading cannot contain a picture');
  return nodes['heading']!.create(
    { level },
    content.filter((node) => node.isInline),
  );
}

function codeBlock({ content, info }: Token): Node {
  const language = info.trim().split(/\s+/)[0] || null;
  const text = content.replace(/\n$/, '');
  return nodes['codeBlock']!.create({ language }, text ? documentSchema.text(text) : null);
}

/** Pictures are blocks and divide a paragraph; a formula that is alone in it is a block, too. */
function paragraphs(token: Token, converting: Converting): Node[] {
  const content = inlineNodes(token, converting);
  const [only] = content;
  if (content.length === 1 && only!.type.name === 'inlineMath') return [nodes['blockMath']!.create(only!.attrs)];
  const made: Node[] = [];
  let part: Node[] = [];
  const endPart = () => {
    if (part.some((node) => node.textContent.trim() !== '' || node.type.name === 'inlineMath'))
      made.push(nodes['paragraph']!.create(null, part));
    part = [];
  };
  for (const node of content) {
    if (node.isInline) part.push(node);
    else {
      endPart();
      made.push(node);
    }
  }
  endPart();
  return made;
}

function inlineNodes({ children }: Token, converting: Converting): Node[] {
  const made: Node[] = [];
  let active: readonly Mark[] = [];
  for (const token of children ?? []) {
    const [name, edge] = token.type.split('_');
    if (edge === 'open') active = markOf(name!, token, converting)?.addToSet(active) ?? active;
    else if (edge === 'close') active = marks[MARKS[name!]!]!.removeFromSet(active);
    else made.push(...inline(token, active, converting));
  }
  return made;
}

function markOf(name: string, token: Token, { problems }: Converting): Mark | undefined {
  if (name !== 'link') return marks[MARKS[name]!]!.create();
  const href = String(token.attrGet('href') ?? '');
  if (isLinkAddress(href)) return marks['link']!.create({ href });
  problems.push(`the link "${href}" should be an http(s) or mailto address, or a path of the site`);
  return undefined;
}

function inline(token: Token, active: readonly Mark[], { findPicture, problems }: Converting): Node[] {
  const { type, content } = token;
  if (type === 'softbreak') return [documentSchema.text(' ', active)];
  if (type === 'hardbreak') return [nodes['hardBreak']!.create()];
  if (type === 'formula') return [nodes['inlineMath']!.create({ latex: content })];
  if (type === 'image') {
    const path = String(token.attrGet('src') ?? '');
    const picture = findPicture(path);
    if (picture) {
      const { fileId, width, height } = picture;
      return [nodes['image']!.create({ src: `/media/${fileId}`, alt: content, width, height })];
    }
    problems.push(`the picture "${path}" should be a file of the pack, like "media/pump.webp"`);
    return [];
  }
  if (content === '') return [];
  return [documentSchema.text(content, type === 'code_inline' ? marks['code']!.create().addToSet(active) : active)];
}
