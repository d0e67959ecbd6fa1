import { AppError } from '#src/server/core/app-error.ts';
import { documentWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import type { Outline } from '#src/server/document/outline/read-outline.ts';
import { readBytes } from '#src/server/file/store.ts';
import type { run } from '#src/server/document/outline/read-outline.task.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const READ = defineTask<typeof run>('#src/server/document/outline/read-outline.task.ts', {
  slow: 'importBrokenDocument',
  large: 'importBrokenDocument',
});
/** Maximum size of a document that is read, bytes. */
const MAX_BYTES = { docx: 40 * 1024 * 1024, pptx: 100 * 1024 * 1024 };

/** The format of a document that may have an outline; undefined for others. */
export function outlineFormat(contentType: string): 'docx' | 'pptx' | undefined {
  if (contentType === `${OFFICE}.wordprocessingml.document`) return 'docx';
  return contentType === `${OFFICE}.presentationml.presentation` ? 'pptx' : undefined;
}

type Stored = { storeKey: string; fileSize: number; contentType: string };

/** Reads the outline of a document in a thread. @throws AppError 422 for one that cannot be read, or has none */
export async function readOutline({ storeKey, fileSize, contentType }: Stored, owner: string): Promise<Outline> {
  const format = outlineFormat(contentType)!;
  if (fileSize > MAX_BYTES[format]) throw new AppError(422, 'importEntryTooLarge');
  const bytes = await readBytes(storeKey, 0, fileSize - 1);
  const outline = await documentWork.run(READ, { format, bytes }, { owner });
  if ('problem' in outline)
    throw new AppError(422, outline.problem === 'password' ? 'importEncrypted' : 'importBrokenDocument');
  if (outline.headings.length === 0) throw new AppError(422, 'importNoHeadings');
  return outline;
}
