import { Node } from '@tiptap/pm/model';
import { MAX_DOCUMENT_DEPTH, type RichDocument } from '#src/contract/rich-document.ts';
import { MAX_DOCUMENT_BYTES, MAX_LATEX, MAX_MENTIONS } from '#src/lib/rich-document/limits.ts';
import { ATTRIBUTE_RULES } from '#src/lib/rich-document/attribute-rules.ts';
import { type DocumentNode, isEmptyDocument } from '#src/lib/rich-document/read-document.ts';
import { documentSchema } from '#src/lib/rich-document/schema.ts';
import { AppError } from '#src/server/core/app-error.ts';

/** Maximum number of nodes and marks of a document. */
const MAX_NODES = 10_000;
const KEYS = new Set(['type', 'attrs', 'content', 'marks', 'text']);
/** Characters that PostgreSQL does not store in JSON, or that nobody sees; line break and tab are kept. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f\ufeff]/g;

type Problem =
  | 'field.tooLong'
  | 'field.tooDeep'
  | 'field.unknownContent'
  | 'field.linkAddress'
  | 'field.foreignPicture'
  | 'field.tooManyMentions'
  | 'field.tooManyFormulas'
  | 'field.required';

/** @returns the error at a field whose document is not acceptable */
function refusal(field: string, key: Problem): AppError {
  return new AppError(422, 'invalid', { fields: [{ field, key }] });
}

/**
 * Checks a document that a client sent against the schema of the editor: depth and size first, then nodes, marks and
 * attributes.
 * @param field name of the field for the error
 * @param allowEmpty accepts a document without any text, e.g. a draft
 * @returns the document in normal form: attributes complete, no control characters
 * @throws AppError 422 at `field`
 */
export function checkDocument(
  document: RichDocument,
  { field = 'body', allowEmpty = false }: { field?: string; allowEmpty?: boolean } = {},
): RichDocument {
  const problem = problemOfForm(document);
  if (problem) throw refusal(field, problem);
  if (Buffer.byteLength(JSON.stringify(document)) > MAX_DOCUMENT_BYTES) throw refusal(field, 'field.tooLong');
  const checked = parse(cleanNode(document as DocumentNode) ?? document, field);
  const mentioned = new Set<unknown>();
  let latex = 0;
  checked.descendants((node) => {
    for (const { type, attrs } of [node, ...node.marks]) {
      const wrong = wrongAttribute(type.name, attrs);
      if (wrong) throw refusal(field, PROBLEMS[wrong] ?? 'field.unknownContent');
    }
    if (node.type.name === 'mention') mentioned.add(node.attrs['userId']);
    latex += String(node.attrs['latex'] ?? '').length;
  });
  if (mentioned.size > MAX_MENTIONS) throw refusal(field, 'field.tooManyMentions');
  if (latex > MAX_LATEX) throw refusal(field, 'field.tooManyFormulas');
  const result = trimEnd(checked.toJSON() as RichDocument);
  if (!allowEmpty && isEmptyDocument(result)) throw refusal(field, 'field.required');
  return result;
}

/** Without the empty paragraphs at the end, which the editor keeps for writing on. */
function trimEnd(document: RichDocument): RichDocument {
  const content = [...(document.content ?? [])];
  const isBlank = (node: unknown) => {
    const { type, content = [] } = node as DocumentNode;
    return type === 'paragraph' && content.length === 0;
  };
  while (content.length > 1 && isBlank(content.at(-1))) content.pop();
  return { ...document, content };
}

function parse(document: unknown, field: string): Node {
  try {
    const node = Node.fromJSON(documentSchema, document);
    node.check();
    return node;
  } catch (error) {
    // ProseMirror reports whatever does not fit the schema as RangeError.
    if (error instanceof RangeError) throw refusal(field, 'field.unknownContent');
    throw error;
  }
}

const PROBLEMS: Record<string, Problem> = { href: 'field.linkAddress', src: 'field.foreignPicture' };
const wrongAttribute = (type: string, attrs: Record<string, unknown>) =>
  Object.keys(attrs).find((name) => !ATTRIBUTE_RULES[type]?.[name]?.(attrs[name]));

/** Iterative: a document of a thousand nested lists must not exhaust the stack. */
function problemOfForm(document: unknown): Problem | null {
  const waiting = [{ node: document, depth: 0 }];
  let count = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    if (depth > MAX_DOCUMENT_DEPTH) return 'field.tooDeep';
    if (!isNode(node, depth)) return 'field.unknownContent';
    count += 1 + (node.marks?.length ?? 0);
    if (count > MAX_NODES) return 'field.tooLong';
    for (const inner of node.content ?? []) waiting.push({ node: inner, depth: depth + 1 });
  }
  return null;
}

/** Whether it has the form of a node that the schema knows; attribute values are checked later. */
function isNode(node: unknown, depth: number): node is DocumentNode {
  if (!isRecord(node) || !Object.keys(node).every((key) => KEYS.has(key))) return false;
  const { type, attrs, content, marks, text } = node;
  return (
    isKnown(documentSchema.nodes, type, attrs) &&
    (type === 'doc') === (depth === 0) &&
    (type === 'text' ? typeof text === 'string' && content === undefined : text === undefined) &&
    (content === undefined || Array.isArray(content)) &&
    (marks === undefined || (Array.isArray(marks) && marks.every(isMark)))
  );
}

const isMark = (mark: unknown) =>
  isRecord(mark) &&
  Object.keys(mark).every((key) => key === 'type' || key === 'attrs') &&
  isKnown(documentSchema.marks, mark['type'], mark['attrs']);

function isKnown(types: object, type: unknown, attrs: unknown): boolean {
  if (typeof type !== 'string' || !Object.hasOwn(types, type)) return false;
  const rules = ATTRIBUTE_RULES[type] ?? {};
  return (
    attrs === undefined ||
    attrs === null ||
    (isRecord(attrs) &&
      Object.entries(attrs).every(
        ([name, value]) => Object.hasOwn(rules, name) && (value === null || typeof value !== 'object'),
      ))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const cleanText = (text: string) => text.toWellFormed().replace(CONTROL, '');

/** @returns null for a text of which nothing is left */
function cleanNode({ type, attrs, content, marks, text }: DocumentNode): DocumentNode | null {
  const cleanAttributes = (values: DocumentNode['attrs']) =>
    Object.fromEntries(
      Object.entries(values ?? {}).map(([name, value]) => [name, typeof value === 'string' ? cleanText(value) : value]),
    );
  const cleaned = text === undefined ? undefined : cleanText(text);
  if (cleaned === '') return null;
  return {
    type,
    ...(attrs && { attrs: cleanAttributes(attrs) }),
    ...(marks && { marks: marks.map(({ type, attrs }) => ({ type, attrs: cleanAttributes(attrs) })) }),
    ...(content && { content: content.map(cleanNode).filter((node) => node !== null) }),
    ...(cleaned !== undefined && { text: cleaned }),
  };
}
