import { AppError } from '#src/server/core/app-error.ts';

/** What the task does: `forever`, `wait` and `fill` never end by themselves. */
export type Work = { kind: 'echo' | 'forever' | 'wait' | 'fill' | 'refuse' | 'fail'; text?: string };

/** A task for tests of the threads that run tasks. */
export function run({ kind, text = '' }: Work): string | Promise<string> {
  if (kind === 'refuse') throw new AppError(422, 'invalid', { fields: [{ field: text, key: 'field.invalid' }] });
  if (kind === 'fail') throw new TypeError(text);
  if (kind === 'forever') for (;;);
  if (kind === 'wait') return new Promise(() => undefined);
  if (kind === 'fill') for (const kept: object[] = []; ;) kept.push({ kept: [text] });
  return text;
}
