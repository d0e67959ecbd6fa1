import { isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { Document, Node, Pair, YAMLParseError } from 'yaml';
import type { z } from 'zod';
import { findings } from '#src/server/content/issues.ts';
import type { Located, Report } from '#src/server/content/located.ts';

/** Reads YAML text against a schema. `above` is the number of lines before the text in its file. */
export function readYaml<Schema extends z.ZodType>(
  file: string,
  text: string,
  schema: Schema,
  report: Report,
  above = 0,
): Located<z.output<Schema>> | undefined {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false, version: '1.2' });
  const lineAt = (offset: number) => above + Math.max(1, counter.linePos(offset).line);
  if (document.errors.length > 0) {
    for (const error of document.errors) {
      report({ file, line: lineAt(startOf(error, document)), message: `is not well-formed YAML: ${error.message}` });
    }
    return undefined;
  }
  let raw: unknown;
  try {
    raw = document.toJS();
  } catch (error) {
    report({ file, line: above + 1, message: `is not well-formed YAML: ${(error as Error).message}` });
    return undefined;
  }
  const lineOf = (path: readonly PropertyKey[]) => lineAt(offsetOf(document.contents, path));
  if (raw === null || raw === undefined) {
    report({ file, line: above + 1, message: 'is empty' });
    return undefined;
  }
  const result = schema.safeParse(raw);
  if (result.success) return { file, raw, value: result.data, lineOf };
  for (const { path, message } of findings(result.error.issues, raw)) report({ file, line: lineOf(path), message });
  return { file, raw, lineOf };
}

/** Where a mistake began. YAML notices a missing quote at the end of the text; the reader needs the line of the opening. */
function startOf(error: YAMLParseError, document: Document): number {
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

function offsetOf(root: Node | null, path: readonly PropertyKey[]): number {
  let node = root;
  let offset = root?.range?.[0] ?? 0;
  for (const part of path) {
    if (isMap(node)) {
      const pair = (node.items as Pair<Node, Node | null>[]).find(
        (entry) => isScalar(entry.key) && String(entry.key.value) === String(part),
      );
      if (!pair) break;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const entry = node.items[Number(part)] as Node | undefined;
      if (!entry) break;
      offset = entry.range?.[0] ?? offset;
      node = entry;
    } else break;
  }
  return offset;
}
