import { documents } from '#src/contract/document.ts';
import { implement } from '#src/server/core/implement.ts';
import { viewArchive } from './view-archive.ts';
import { viewDocument } from './view-document.ts';
import { viewDocumentPage } from './view-document-page.ts';

export const documentOperations = implement(documents, {
  'GET /course/auth/study/document/view': { ownTransaction: viewDocument },
  'GET /course/auth/study/document/page': viewDocumentPage,
  'GET /course/auth/study/archive/view': { ownTransaction: viewArchive },
});
