import type { RichDocument } from '#src/contract/rich-document.ts';
import { renderDocument } from './render-document.ts';

/** Renders a document, as `renderDocument`. */
export function run(document: RichDocument): string {
  return renderDocument(document);
}
