import { z } from 'zod';
import { whole } from './common.ts';

/** Where in a resource: a second of a video or audio, or a page (from 1) of a document. */
export const ResourcePlace = z.object({ unit: z.enum(['second', 'page']), position: whole(0, 1_000_000) });
export type ResourcePlace = z.infer<typeof ResourcePlace>;
