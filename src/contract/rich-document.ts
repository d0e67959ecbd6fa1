import { z } from 'zod';

/** Maximum depth of nested nodes, e.g. lists in lists. */
export const MAX_DOCUMENT_DEPTH = 24;
/** Maximum number of nodes on the first level. */
const MAX_DOCUMENT_NODES = 10_000;

/**
 * A text written in the editor: the JSON of its document. Here only its outer form is checked; the server checks every
 * node against the schema of the editor (`lib/rich-document/schema.ts`) before it stores a document.
 */
export const RichDocument = z
  .object({
    type: z.literal('doc'),
    content: z.array(z.unknown()).max(MAX_DOCUMENT_NODES, { error: 'field.tooLong' }).optional(),
  })
  .meta({ description: 'document of the editor, as JSON' });
export type RichDocument = z.infer<typeof RichDocument>;
