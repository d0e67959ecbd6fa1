import { quote, shown } from '#src/server/content/yaml-advice.ts';

/** A value of a YAML file that does not fit its schema, as it is written. */
export type Written = {
  /** The parsed value. */
  value: unknown;
  /** The characters of the value in the file; empty if there are none. */
  source: string;
  /** Its line, and where the value starts in it. */
  line: string;
  at: number;
  /** Whether the value is between `{ }`. */
  inBraces: boolean;
};

const WORDS: Record<string, string> = {
  ...{ yes: 'true', y: 'true', on: 'true', 是: 'true', 对: 'true' },
  ...{ no: 'false', n: 'false', off: 'false', 否: 'false', 错: 'false' },
};
/** Messages of fields that expect a number. */
const NUMBER = /should (be (a (whole )?number|at (least|most) \d+($|,)|one of \d|from \d)|not be (negative|above))/;
const DATE = /^(\d{4})(?:[-/.]|年)(\d{1,2})(?:[-/.]|月)(\d{1,2})日?(?:[ T]+(\d{1,2}):(\d{2})(?::\d{2})?)?$/;

/**
 * Explains why YAML has read another value than the author meant, e.g. a comment instead of a colour.
 * @param message the mistake
 * @returns text to append to the message; empty if the value is what it looks like
 */
export function explainValue(message: string, written: Written): string {
  const { value, source, line, at } = written;
  const replaced = (text: string) => shown(line, `${line.slice(0, at)}${text}${line.slice(at + source.length)}`);
  if (value === null) return explainEmpty(message, written);
  if (message.includes('should be true or false') && typeof value === 'string') {
    const word = WORDS[value.toLowerCase()];
    return word === undefined ? '' : `: write true or false without quotes${replaced(word)}`;
  }
  if (typeof value === 'number' || typeof value === 'boolean') {
    if (NUMBER.test(message)) return '';
    const isChanged = typeof value === 'number' && source !== String(value);
    if (isChanged) return `: YAML reads ${source} as the number ${value}; quote it${replaced(quote(source))}`;
    return message.includes('should be text') ? `: quote it${replaced(quote(source))}` : '';
  }
  if (typeof value !== 'string') return '';
  if (NUMBER.test(message) && /^\d+(\.\d+)?$/.test(value)) return `: write it without quotes${replaced(value)}`;
  if (message.includes('should be a moment')) return explainDate(value, replaced);
  return '';
}

function explainEmpty(message: string, { source, line, at, inBraces }: Written): string {
  if (message.startsWith('unknown key'))
    return inBraces ? `: a text with a comma between { } must be quoted${shown(line)}` : '';
  if (source !== '')
    return `: YAML reads ${source} as nothing; quote it${shown(line, line.slice(0, at) + quote(source))}`;
  const comment = /^\s*(#.*)$/.exec(line.slice(at))?.[1];
  if (comment === undefined) return '';
  return `: what follows "#" is a comment; quote it${shown(line, `${line.slice(0, at).trimEnd()} ${quote(comment.trim())}`)}`;
}

function explainDate(value: string, replaced: (text: string) => string): string {
  const [, year, month, day, hour, minute] = DATE.exec(value) ?? [];
  if (year === undefined) return '';
  const date = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  return replaced(hour === undefined ? date : `${date}T${hour.padStart(2, '0')}:${minute}`);
}
