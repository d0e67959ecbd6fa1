import MarkdownIt, { type Token } from 'markdown-it';
import type { Mark, Node, NodeType } from '@tiptap/pm/model';
import type { RichDocument } from '#src/contract/rich-document.ts';
import { isLinkAddress } from '#src/lib/rich-document/addresses.ts';
import { documentSchema, HEADING_LEVELS } from '#src/lib/rich-document/schema.ts';

/** A picture of the file store. Width and height in pixels keep its place while it loads. */
export type Picture = { fileId: string; width: number | null; height: number | null };
/** Returns the picture with a path of the pack; undefined for anything else. */
export type FindPicture = (path: string) => Picture | undefined;

// Tags stay text. Addresses are not percent-encoded, because those of pictures are paths of the pack.
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });
markdown.normalizeLink = (address) => address;
// A formula in LaTeX between two `$$`.
markdown.inline.ruler.after('escape', 'formula', (state, silent) => {
  const end = state.src.startsWith('$$', state.pos) ? state.src.indexOf('$$', state.pos + 2) : -1;
  const latex = state.src.slice(state.pos + 2, end).trim();
  if (end < 0 || latex === '') return false;
  if (!silent) state.push('formula', '', 0).content = latex;
  state.pos = end + 2;
  return true;
});

/** Addresses of all pictures in a Markdown text. */
export function markdownPictures(text: string): string[] {
  return markdown
    .parse(text, {})
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === 'image')
    .map((token) => String(token.attrGet('src') ?? ''));
}

/**
 * Converts Markdown to a document of the editor. Formulas are LaTeX between `$$`, pictures paths of the pack.
 * @returns the document, which still has to be checked (`checkDocument`), and what could not be converted
 */
export function markdownToDocument(
  text: string,
  findPicture: FindPicture,
): { document: RichDocument; problems: string[] } {
  const problems: string[] = [];
  const content = blocks(markdown.parse(text, {}), { findPicture, problems });
  const document = make(documentSchema.topNodeType, null, content).toJSON() as RichDocument;
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
