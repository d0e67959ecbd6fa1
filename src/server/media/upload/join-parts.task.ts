import { joinedParts } from '#src/server/file/receive-parts.ts';
import { type Joined, storeContent } from './store-content.ts';

/** Joins the parts of an upload to one file in the store. @throws AppError as `storeContent` */
export const run = ({
  parts,
  ...target
}: {
  parts: string[];
  storeKey: string;
  fileName: string;
  fileSize: number;
}): Promise<Joined> => storeContent(joinedParts(parts), target);
