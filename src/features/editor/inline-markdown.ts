import type { Token } from 'markdown-it';
import { markdownFormat } from '#src/lib/markdown-format.ts';
import type { DocumentNode } from '#src/lib/rich-document/read-document.ts';

/* Lines of text with marks (bold, links, …) as Markdown. */

type Mark = { type: string; attrs?: Record<string, unknown> };
type Piece = { text: string; marks: readonly Mark[]; isCode: boolean; isBreak: boolean };
/** Texts with the names of their marks. */
export type Runs = [marks: string, text: string][];

const markdown = markdownFormat();
const DELIMITERS: Record<string, string> = { bold: '**', italic: '*', strike: '~~' };
const ORDER = Object.keys(DELIMITERS);
const DELIMITED: Record<string, string> = { strong: 'bold', em: 'italic', s: 'strike' };

/** Writes the content of a paragraph. @param options.isOneLine line breaks become spaces */
export function inlineMarkdown(nodes: readonly DocumentNode[], { isOneLine = false } = {}): string {
  const pieces = trimmed(piecesOf(nodes, isOneLine));
  // Marks that Markdown cannot place are left out, rather than to show their delimiters.
  for (const simplify of [joined, withoutEdges, withoutStrike, withoutItalic]) {
    const simple = simplify(pieces);
    const text = write(simple);
    if (isRead(text, simple)) return text;
  }
  return write(joined(pieces.map((piece) => ({ ...piece, marks: piece.marks.filter(isLink) }))));
}

const isLink = ({ type }: Mark) => type === 'link';
const isSame = (a: Mark, b: Mark) => a.type === b.type && a.attrs?.['href'] === b.attrs?.['href'];
const has = (piece: Piece | undefined, mark: Mark) => piece?.marks.some((each) => isSame(each, mark)) ?? false;
/** Several kinds of delimiters beside each other are often read as text. */
const without = (pieces: readonly Piece[], types: readonly string[]) =>
  withoutEdges(
    pieces.map((piece) =>
      piece.marks.filter((mark) => !isLink(mark)).length > 1
        ? { ...piece, marks: piece.marks.filter((mark) => !types.includes(mark.type)) }
        : piece,
    ),
  );
const withoutStrike = (pieces: readonly Piece[]) => without(pieces, ['strike']);
const withoutItalic = (pieces: readonly Piece[]) => without(pieces, ['strike', 'italic']);

function piecesOf(nodes: readonly DocumentNode[], isOneLine: boolean): Piece[] {
  const pieces: Piece[] = [];
  for (const { type, text = '', marks = [] } of nodes) {
    if (type === 'hardBreak' && !isOneLine) pieces.push({ text: '\n', marks: [], isCode: false, isBreak: true });
    else {
      const known = marks.filter((mark) => isLink(mark) || mark.type in DELIMITERS);
      const isCode = marks.some((mark) => mark.type === 'code');
      const shown = type === 'hardBreak' ? ' ' : text.replace(/[ \t\n]+/g, ' ');
      if (shown) pieces.push({ text: shown, marks: known, isCode, isBreak: false });
    }
  }
  return pieces;
}

/** Links are around other marks: their brackets stand between letters, delimiters do not. */
function write(pieces: readonly Piece[]): string {
  const open: Mark[] = [];
  let made = '';
  const close = (from: number) => {
    for (const mark of open.splice(from).reverse())
      made += isLink(mark) ? `](${destination(mark)})` : DELIMITERS[mark.type]!;
  };
  for (const [at, piece] of pieces.entries()) {
    const link = piece.marks.find(isLink);
    const isOtherLink = !(link ? open.some((mark) => isSame(mark, link)) : !open.some(isLink));
    const kept = isOtherLink ? 0 : open.findIndex((mark) => !has(piece, mark));
    if (kept >= 0) close(kept);
    const autolink = autolinkOf(pieces, at);
    if (autolink) {
      made += autolink;
      continue;
    }
    const opened = piece.marks.filter((mark) => !open.some((each) => isSame(each, mark)));
    // The one that lasts longest is around the others.
    const length = (mark: Mark) => (isLink(mark) ? Infinity : lengthOf(pieces, at, mark));
    for (const mark of opened.toSorted(
      (a, b) => length(b) - length(a) || ORDER.indexOf(a.type) - ORDER.indexOf(b.type),
    )) {
      open.push(mark);
      made += isLink(mark) ? '[' : DELIMITERS[mark.type]!;
    }
    if (piece.isBreak) made += '\\\n';
    else if (piece.isCode) made += codeSpan(piece.text);
    else made += made === '' || made.endsWith('\n') ? escapedStart(piece.text) : escaped(piece.text);
  }
  close(0);
  return made;
}

/** Whether what was written is read with the same marks. */
function isRead(text: string, pieces: readonly Piece[]): boolean {
  if (!pieces.some(({ marks }) => marks.some((mark) => !isLink(mark)))) return true;
  const runs = joinedRuns(
    pieces.map(({ text, marks, isCode, isBreak }) => [
      isBreak
        ? 'break'
        : nameOf([...marks.map((mark) => (isLink(mark) ? 'link' : mark.type)), ...(isCode ? ['code'] : [])]),
      text,
    ]),
  );
  const read = runsOf(markdown.parseInline(text, {})[0]?.children ?? [], ({ type }) => type.replace('_open', ''));
  return JSON.stringify(read) === JSON.stringify(runs);
}

const nameOf = (marks: readonly string[]) => marks.toSorted().join(' ');

function joinedRuns(runs: Iterable<[string, string]>): Runs {
  const made: Runs = [];
  for (const [name, text] of runs) {
    const last = made.at(-1);
    if (last?.[0] === name) last[1] += text;
    else if (text) made.push([name, text]);
  }
  return made.map(([name, text]) => [name, text.replace(/[ \t]+/g, ' ')]);
}

/**
 * What inline tokens say: texts by their marks, whose order does not matter.
 * @param linkName name of the mark of a link, and of a picture
 */
export function runsOf(tokens: readonly Token[], linkName: (token: Token) => string): Runs {
  const runs: Runs = [];
  const marks: string[] = [];
  for (const token of tokens) {
    const { type, nesting, content } = token;
    if (nesting === 1) marks.push(DELIMITED[type.replace('_open', '')] ?? linkName(token));
    else if (nesting === -1) marks.pop();
    else if (type === 'image') runs.push([`image ${linkName(token)}`, content || ' ']);
    else if (type === 'softbreak') runs.push([nameOf(marks), ' ']);
    else if (type === 'hardbreak') runs.push(['break', '\n']);
    else runs.push([nameOf(type === 'code_inline' ? [...marks, 'code'] : marks), content]);
  }
  return joinedRuns(runs);
}

const PUNCTUATION = /[\p{P}\p{S}]/u;
const isOuter = (each: string) => /\s/u.test(each) || PUNCTUATION.test(each);

/**
 * Marks begin and end with a letter: `**注意：**请` would not be bold, because a delimiter between punctuation and a letter is text. What is
 * before or behind loses the mark, and spaces do always.
 */
function withoutEdges(pieces: readonly Piece[]): Piece[] {
  const parts = pieces.flatMap((piece) =>
    piece.isBreak || piece.isCode ? [piece] : edgesOf(piece.text).map((text) => ({ ...piece, text })),
  );
  const strip = (type: string, at: number, outside: number) => {
    const part = parts[at]!;
    const isMarked = (each: Piece | undefined) => each?.marks.some((mark) => mark.type === type) ?? false;
    if (isMarked(part) && !isMarked(parts[outside]) && isEdge(part, parts[outside]))
      parts[at] = { ...part, marks: part.marks.filter((mark) => mark.type !== type) };
  };
  for (const type of ORDER) {
    for (let at = 0; at < parts.length; at++) strip(type, at, at - 1);
    for (let at = parts.length - 1; at >= 0; at--) strip(type, at, at + 1);
  }
  return joined(parts);
}

/** Whether a mark cannot begin or end here, beside what is outside of it. */
function isEdge({ text, isCode }: Piece, outside: Piece | undefined): boolean {
  if (!isCode && text.trim() === '') return true;
  if (!isCode && ![...text].every(isOuter)) return false;
  return outside !== undefined && !outside.isBreak && (outside.isCode ? false : ![...outside.text].every(isOuter));
}

/** A text as its first punctuation and spaces, each by itself, the middle, and the last ones. */
function edgesOf(text: string): string[] {
  const all = [...text];
  const from = all.findIndex((each) => !isOuter(each));
  if (from < 0) return all;
  const to = all.findLastIndex((each) => !isOuter(each)) + 1;
  return [...all.slice(0, from), all.slice(from, to).join(''), ...all.slice(to)];
}

/** Neighbours with the same marks as one piece. */
function joined(parts: readonly Piece[]): Piece[] {
  const made: Piece[] = [];
  for (const part of parts) {
    const last = made.at(-1);
    const isLike =
      last &&
      ![last, part].some(({ isCode, isBreak }) => isCode || isBreak) &&
      last.marks.length === part.marks.length &&
      part.marks.every((mark) => has(last, mark));
    if (isLike) made[made.length - 1] = { ...last, text: last.text + part.text };
    else made.push(part);
  }
  return made;
}

/** Without spaces and line breaks at its start and end, and spaces around line breaks. */
function trimmed(pieces: readonly Piece[]): Piece[] {
  const isEmpty = ({ text, isCode }: Piece) => !isCode && text.trim() === '';
  const from = pieces.findIndex((piece) => !isEmpty(piece));
  if (from < 0) return [];
  const inner = pieces.slice(from, pieces.findLastIndex((piece) => !isEmpty(piece)) + 1);
  return inner
    .map((piece, at) => {
      if (piece.isCode || piece.isBreak) return piece;
      const isFirst = at === 0 || inner[at - 1]!.isBreak;
      const isLast = at === inner.length - 1 || inner[at + 1]!.isBreak;
      const text = isFirst ? piece.text.replace(/^[ \t]+/, '') : piece.text;
      return { ...piece, text: isLast ? text.replace(/[ \t]+$/, '') : text };
    })
    .filter(({ text }) => text !== '');
}

/** Number of pieces from here on that have a mark. */
function lengthOf(pieces: readonly Piece[], at: number, mark: Mark): number {
  let end = at;
  while (has(pieces[end], mark)) end++;
  return end - at;
}

function destination({ attrs = {} }: Mark): string {
  const href = String(attrs['href'] ?? '');
  return /[()<>\\]/.test(href) ? `<${href.replace(/[<>\\]/g, '\\$&')}>` : href;
}

/** A link whose text is its address, if it can be written as such. */
function autolinkOf(pieces: readonly Piece[], at: number): string | null {
  const { text, marks, isCode } = pieces[at]!;
  const [only] = marks;
  if (isCode || marks.length !== 1 || !isLink(only!) || has(pieces[at - 1], only!) || has(pieces[at + 1], only!))
    return null;
  const isPlain = text === only!.attrs?.['href'] && /^https?:\/\/[\x21-\x7e]+$/.test(text) && !/[%<>\\]/.test(text);
  return isPlain ? `<${text}>` : null;
}

function codeSpan(code: string): string {
  const fence = '`'.repeat(Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const pad = /^`|`$|^ .*[^ ].* $/.test(code) ? ' ' : '';
  return fence + pad + code + pad + fence;
}

/** A text in which nothing is a mark of Markdown. */
export const escaped = (text: string) =>
  text
    .replace(/[\\`*[\]<~]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#|\w+;)/g, '\\&');

/** The same at the start of a line, where more is a mark. */
const escapedStart = (text: string) =>
  escaped(text)
    .replace(/^(#{1,6}(?= |$)|>|[+-](?= |$)|[-=|:](?=[-=|: ]*$))/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?= |$)/, '$1\\$2');
