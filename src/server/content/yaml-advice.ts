import type { YAMLParseError } from 'yaml';

export type SyntaxProblem = Pick<YAMLParseError, 'code' | 'message'>;
/** The line of a mistake in its file, without the line break. */
export type SourceLine = { text: string; column: number };

/** Number of characters of a line that are shown. */
const MAX_LINE = 160;
/** Characters with which YAML begins something other than a text, and what an unquoted text cannot begin with. */
const RESERVED_START = /^([@`%*&!|>[{]|[-?] )/;
/** Indentation and dashes, a key, the rest of the line. */
const KEY_AND_VALUE = /^(\s*(?:- +)*(?:[^\s:#'"[{][^:]*:[ \t]+)?)(.*)$/;

/**
 * Explains an error of the YAML parser: what is wrong in terms of the pack, the line, and how it should be written. The
 * messages of the parser name rules of YAML.
 */
export function explainSyntax({ code, message }: SyntaxProblem, line: SourceLine, next = ''): string {
  const { advice, write } = adviceFor(code, message, line, next);
  return `is not well-formed YAML (column ${line.column}): ${advice}${shown(line.text, write)}`;
}

/** Returns the line of a mistake and its corrected form below a message. */
export const shown = (line: string, write?: string): string =>
  `\n    line:  ${cut(line.trim())}${write === undefined ? '' : `\n    write: ${cut(write.trim())}`}`;

const cut = (line: string) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line);

const COLON = 'a text that contains ": " must be quoted';

type Advice = { advice: string; write?: string };

function adviceFor(code: string, message: string, { text: line, column }: SourceLine, next: string): Advice {
  const [, start = '', value = ''] = KEY_AND_VALUE.exec(line) ?? [];
  // In a list or keys in brackets only a part of the value must be quoted.
  const quoted = (advice: string): Advice =>
    isFlow(value) ? { advice } : { advice, write: `${start}${quote(withoutComment(value))}` };
  switch (code) {
    case 'TAB_AS_INDENT':
      return { advice: 'indent with spaces, not with a tab' };
    case 'MULTIPLE_DOCS':
      return { advice: 'the file ends before this line; remove it' };
    case 'BLOCK_IN_FLOW':
      return { advice: COLON };
    case 'BLOCK_AS_IMPLICIT_KEY':
      if (isFlow(value) || /:( |$)/.test(withoutComment(value))) return quoted(COLON);
      return { advice: `the next line is indented further than the text before it: ${next.trim()}` };
    case 'BAD_SCALAR_START':
    case 'BAD_ALIAS':
    case 'TAG_RESOLVE_FAILED':
      return quoted(`a text that starts with "${line[column - 1] ?? ''}" must be quoted`);
  }
  if (message.startsWith('Missing closing')) return { advice: 'the quote that opens here is not closed' };
  if (/^\s*(- +)*[^\s:'"]+：/.test(line))
    return { advice: 'write the half-width colon ":" and a space after a key', write: line.replace(/：\s*/, ': ') };
  if (/^\s*(- +)*[\w-]+:[^\s:/]/.test(line))
    return { advice: 'write a space after the colon of a key', write: line.replace(':', ': ') };
  if (/^["']/.test(value) && code === 'UNEXPECTED_TOKEN')
    return quoted('a text with quotes in it must be quoted as a whole');
  const reserved = code === 'BAD_INDENT' ? undefined : RESERVED_START.exec(value)?.[1];
  if (reserved !== undefined && !isFlow(value)) return quoted(`a text that starts with "${reserved}" must be quoted`);
  const isIndentation = code === 'BAD_INDENT' || /same column|indicator/.test(message);
  return { advice: isIndentation ? `check the indentation of this line: ${message}` : message };
}

/** Whether a value is a list in `[ ]` or keys in `{ }` as a whole: a mistake in it is not at its start. */
const isFlow = (value: string) => /^\[.*\]$|^\{.*\}$/.test(withoutComment(value));

const withoutComment = (value: string) => value.replace(/\s+#.*$/, '').trimEnd();

/** Returns a text in quotes, as YAML reads it. An apostrophe in a text in single quotes ends it: `'it's'`. */
export function quote(text: string): string {
  if (/^'.*'$/.test(text) && text.split("'").length % 2 === 0) return quote(text.slice(1, -1));
  return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}
