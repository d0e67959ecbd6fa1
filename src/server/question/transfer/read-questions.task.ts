import type { FormatResult, ReadOptions } from '../formats/draft.ts';
import { readQuestionFile } from '../formats/read-file.ts';

/** Reads a file of questions. @throws AppError as `readQuestionFile` */
export function run({ bytes, ...options }: ReadOptions & { bytes: Uint8Array }): Promise<FormatResult> {
  return readQuestionFile(bytes, options);
}
