import { OperatorError } from '#src/server/core/operator-error.ts';
import type { Mistake } from '#src/server/content/pack.ts';

/** `file:line message`, as editors and terminals make it clickable. */
export const mistakeLine = ({ file, line, message }: Mistake) => `${file}:${line} ${message}`;

/** `file:line warning: message`: nothing that keeps a pack from being imported. */
export const warningLine = (warning: Mistake) => mistakeLine({ ...warning, message: `warning: ${warning.message}` });

/** A pack with mistakes: nothing of it was imported. */
export class PackRefused extends OperatorError {
  override name = 'PackRefused';
  readonly mistakes: Mistake[];

  constructor(folder: string, mistakes: Mistake[]) {
    const count = `${mistakes.length} ${mistakes.length === 1 ? 'mistake' : 'mistakes'}`;
    super([`${folder} has ${count}; nothing was imported:`, ...mistakes.map(mistakeLine)].join('\n'));
    this.mistakes = mistakes;
  }
}
