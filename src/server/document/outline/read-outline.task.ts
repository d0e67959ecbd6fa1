import { DocumentError, type DocumentProblem } from '../convert/conversion.ts';
import { type Outline, readDocx, readPptx } from './read-outline.ts';

type Job = { format: 'docx' | 'pptx'; bytes: Uint8Array };

/** Reads the outline of a document. What the readers report are damaged files: they get nothing but the bytes. */
export function run({ format, bytes: sent }: Job): Outline | { problem: DocumentProblem } {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  try {
    return format === 'docx' ? readDocx(bytes) : readPptx(bytes);
  } catch (error) {
    return { problem: error instanceof DocumentError ? error.problem : 'broken' };
  }
}
