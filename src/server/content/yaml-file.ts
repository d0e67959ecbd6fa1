import { isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { Document, Node, Pair, YAMLParseError, YAMLWarning } from 'yaml';
import type { z } from 'zod';
import { findings, valueAt } from '#src/server/content/issues.ts';
import type { Located, Report } from '#src/server/pack/located.ts';
import { explainSyntax, type SyntaxProblem } from '#src/server/content/yaml-advice.ts';
import { explainValue, type Written } from '#src/server/content/yaml-value-advice.ts';

/** Number of characters of a comment that are shown. */
const MAX_COMMENT = 60;

type Parsed = { document: Document.Parsed; counter: LineCounter; text: string };

/**
 * Parses and validates YAML text; reports all mistakes.
 * @param options.above number of lines before the text in its file
 * @param options.warn receives comments that may have been meant as text
 * @returns undefined when the text is not well-formed or empty
 */
export function readYaml<Schema extends z.ZodType>(
  file: string,
  text: string,
  schema: Schema,
  report: Report,
  { above = 0, warn }: { above?: number; warn?: Report } = {},
): Located<z.output<Schema>> | undefined {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false, version: '1.2' });
  const parsed = { document, counter, text };
  const lineAt = (offset: number) => above + Math.max(1, counter.linePos(offset).line);
  // A mistake is followed by others in its line that it has caused.
  const reported = new Set<number>();
  const fail = (offset: number, message: string, group?: string) => {
    const line = lineAt(offset);
    if (!reported.has(line)) report({ file, line, message, ...(group === undefined ? {} : { group }) });
    reported.add(line);
  };
  // Of the warnings of the parser, e.g. a text that it has read as a tag, each has changed a value.
  for (const error of [...document.errors, ...document.warnings]) {
    const start = startOf(error, document);
    fail(
      start,
      explainSyntax(named(error, parsed, lineAt), lineOf(parsed, start), lineAfter(parsed, start)),
      error.code,
    );
  }
  visit(document, {
    Alias: (_, alias) => {
      const start = alias.range![0];
      const error: SyntaxProblem = { code: 'BAD_ALIAS', message: 'there is no anchor' };
      if (!alias.resolve(document)) fail(start, explainSyntax(error, lineOf(parsed, start)), error.code);
    },
  });
  if (reported.size > 0) return undefined;
  if (warn)
    warnOfComments(parsed, (offset, message) => warn({ file, line: lineAt(offset), message, group: 'comment' }));
  let raw: unknown;
  try {
    raw = document.toJS();
  } catch (error) {
    // Aliases that expand to too much.
    report({ file, line: above + 1, message: `is not well-formed YAML: ${(error as Error).message}` });
    return undefined;
  }
  const lineOfPath = (path: readonly PropertyKey[]) => lineAt(nodeAt(document.contents, path).offset);
  if (raw === null || raw === undefined) {
    report({ file, line: above + 1, message: 'is empty' });
    return undefined;
  }
  const result = schema.safeParse(raw);
  if (result.success) return { file, raw, value: result.data, lineOf: lineOfPath };
  for (const { path, message, group } of findings(result.error.issues, raw)) {
    const advice = explainValue(message, writtenAt(parsed, path, valueAt(raw, path)));
    report({ file, line: lineOfPath(path), message: `${message}${advice}`, group: group ?? message });
  }
  return { file, raw, lineOf: lineOfPath };
}

/** Reports `title: Line #3`, where YAML reads `#3` as a comment: comments usually have a space after the `#`. */
function warnOfComments({ document, text }: Parsed, warn: (offset: number, message: string) => void): void {
  visit(document, {
    Scalar: (key, { type, range }) => {
      if (key === 'key' || type !== 'PLAIN' || !range) return;
      const [, comment] = /^[ \t]+(#[^\s#].*)/.exec(text.slice(range[1], range[1] + MAX_COMMENT)) ?? [];
      if (comment !== undefined)
        warn(range[0], `YAML reads "${comment.trim()}" as a comment; if it belongs to the text, quote the whole text`);
    },
  });
}

/** Returns the line that contains a position. */
function lineOf({ text, counter }: Parsed, offset: number): { text: string; column: number; start: number } {
  const { line, col } = counter.linePos(offset);
  const start = counter.lineStarts[Math.max(1, line) - 1]!;
  const end = text.indexOf('\n', start);
  return { text: text.slice(start, end < 0 ? undefined : end).trimEnd(), column: Math.max(1, col), start };
}

function lineAfter({ text }: Parsed, offset: number): string {
  const start = text.indexOf('\n', offset);
  return start < 0 ? '' : text.slice(start + 1).split('\n', 1)[0]!;
}

/** Names the key that is written twice, and where it is written first. */
function named(
  error: YAMLParseError | YAMLWarning,
  { document }: Parsed,
  lineAt: (offset: number) => number,
): SyntaxProblem {
  const { code } = error;
  let { message } = error;
  if (code === 'DUPLICATE_KEY')
    visit(document, {
      Map: (_, map) => {
        const keys = (map.items as Pair<Node, unknown>[]).map(({ key }) => key).filter(isScalar);
        const second = keys.find((key) => key.range?.[0] === error.pos[0]);
        const first = keys.find((key) => key.value === second?.value);
        if (second && first)
          message = `the key "${String(second.value)}" is already in line ${lineAt(first.range![0])}`;
      },
    });
  return { code, message };
}

/**
 * Returns the position of an error. For a missing closing quote the parser reports the end of the text; this returns
 * the opening quote.
 */
function startOf(error: YAMLParseError | YAMLWarning, document: Document): number {
  let start = error.pos[0];
  if (error.message.startsWith('Missing closing')) {
    visit(document, {
      Scalar: (_, scalar) => {
        if (scalar.type?.startsWith('QUOTE') && scalar.range && scalar.range[2] >= error.pos[0])
          start = scalar.range[0];
      },
    });
  }
  return start;
}

/** Returns a value as it is written in its line. */
function writtenAt(parsed: Parsed, path: readonly PropertyKey[], value: unknown): Written {
  const { offset, node, inBraces } = nodeAt(parsed.document.contents, path);
  const [from, to] = node?.range ?? [offset, offset];
  const line = lineOf(parsed, from);
  const source = parsed.text.slice(from, to);
  return { value, source, line: line.text, at: from - line.start, inBraces };
}

type Found = { offset: number; node: Node | null; inBraces: boolean };

/** Returns the deepest node of a path that exists, and where its key or item starts. */
function nodeAt(root: Node | null, path: readonly PropertyKey[]): Found {
  let found: Found = { offset: root?.range?.[0] ?? 0, node: root, inBraces: false };
  for (const part of path) {
    const { node, offset } = found;
    if (isMap(node)) {
      const pair = (node.items as Pair<Node, Node | null>[]).find(
        (entry) => isScalar(entry.key) && String(entry.key.value) === String(part),
      );
      if (!pair) break;
      found = { offset: pair.key.range?.[0] ?? offset, node: pair.value, inBraces: node.flow === true };
    } else if (isSeq(node)) {
      const entry = node.items[Number(part)] as Node | undefined;
      if (!entry) break;
      found = { offset: entry.range?.[0] ?? offset, node: entry, inBraces: false };
    } else break;
  }
  return found;
}
