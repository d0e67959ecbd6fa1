import { OperatorError } from '#src/server/core/operator-error.ts';
import type { Mistake } from './located.ts';

/** Number of mistakes that are printed. */
const MAX_PRINTED = 40;
/** Number of further lines that are named for a mistake that is repeated in a file. */
const MAX_LINES = 3;

/**
 * Formats mistakes as `file:line message`, which editors and terminals recognise as a link. Mistakes of the same kind in a
 * file are printed once, with the numbers of the other lines; a long list is cut off with the number of the others.
 */
export function mistakeLines(mistakes: readonly Mistake[]): string[] {
  const groups = [...Map.groupBy(mistakes, ({ file, message, group = message }) => `${file}\n${group}`).values()];
  const lines = groups.slice(0, MAX_PRINTED).map(([first, ...others]) => {
    const { file, line, message } = first!;
    // Further lines of a message show the line of the file.
    const [text, ...below] = message.split('\n');
    return [
      `${file}:${line} ${text}${alsoIn(others.map((other) => other.line).filter((other) => other !== line))}`,
      ...below,
    ].join('\n');
  });
  const left = groups.slice(MAX_PRINTED).flat().length;
  return left > 0 ? [...lines, `… and ${left} more ${left === 1 ? 'mistake' : 'mistakes'}`] : lines;
}

/** Formats warnings as `file:line warning: message`. Warnings do not prevent the import. */
export const warningLines = (warnings: readonly Mistake[]) =>
  mistakeLines(warnings.map((warning) => ({ ...warning, message: `warning: ${warning.message}` })));

/** Returns a number of mistakes as a text. */
export const countOf = (count: number) => `${count} ${count === 1 ? 'mistake' : 'mistakes'}`;

function alsoIn(repeated: number[]): string {
  const lines = [...new Set(repeated)];
  const named = lines.slice(0, MAX_LINES);
  const left = lines.length - named.length;
  if (left > 0) return ` (also in lines ${named.join(', ')} and ${left} more)`;
  const last = named.pop();
  if (last === undefined) return '';
  return named.length === 0 ? ` (also in line ${last})` : ` (also in lines ${named.join(', ')} and ${last})`;
}

/** A pack contains mistakes; nothing was imported. */
export class PackError extends OperatorError {
  override name = 'PackError';
  readonly mistakes: Mistake[];

  constructor(folder: string, mistakes: Mistake[]) {
    super([`${folder} has ${countOf(mistakes.length)}; nothing was imported:`, ...mistakeLines(mistakes)].join('\n'));
    this.mistakes = mistakes;
  }
}
