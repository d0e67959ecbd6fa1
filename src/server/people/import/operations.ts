import { peopleImport } from '#src/contract/people-import.ts';
import { implement } from '#src/server/core/implement.ts';
import { downloadImport } from './download-import.ts';
import { findImport, showImport } from './find-import.ts';
import { pageImports, pageRows } from './page-imports.ts';
import { requestPlan } from './plan-import.ts';
import { applyImport, deleteImport, undoImport } from './start-import.ts';
import { uploadImport } from './upload-import.ts';
import { writeSample } from './write-sample.ts';
import { writeTemplate } from './write-template.ts';

export const peopleImportOperations = implement(peopleImport, {
  'POST /people/auth/import/upload': { ownTransaction: uploadImport },
  'GET /people/auth/import/view': async (ctx, { id }) => showImport(ctx, await findImport(ctx, id)),
  'PUT /people/auth/import/plan': requestPlan,
  'POST /people/auth/import/row/page': pageRows,
  'PUT /people/auth/import/apply': applyImport,
  'PUT /people/auth/import/undo': undoImport,
  'DELETE /people/auth/import/delete': deleteImport,
  'POST /people/auth/import/page': pageImports,
  'POST /people/auth/import/download': { ownTransaction: downloadImport },
  'GET /people/auth/import/template': (ctx, { kind }) => (kind === 'sample' ? writeSample(ctx) : writeTemplate(ctx)),
});
