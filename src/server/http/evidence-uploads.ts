import { EVIDENCE_BYTES } from '#src/contract/rules/evaluation.ts';
import { isUuid } from '#src/lib/uuid.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { appendUpload } from '#src/server/evaluation/append-upload.ts';
import { createUpload } from '#src/server/evaluation/create-upload.ts';
import { deleteEvidence } from '#src/server/evaluation/delete-upload.ts';
import { findUpload, type Upload } from '#src/server/evaluation/find-upload.ts';
import { asMember, tusRoutes } from './tus.ts';

const stateOf = (upload: Upload) => ({ ...upload, isDone: upload.fileId !== null });

/** Uploads of evidence of practical operations. */
export const evidenceUploads = tusRoutes({
  largest: () => EVIDENCE_BYTES,
  authorise: async (request) => asMember(request),
  create: async (request, file, metadata) => {
    const evaluationId = metadata.get('evaluationId') ?? '';
    if (!isUuid(evaluationId)) throw notFound();
    return stateOf(await createUpload(request, { ...file, evaluationId }));
  },
  find: async (request, id) => {
    const key = { enterpriseId: request.tenant.id, userId: request.viewer.userId, id };
    return stateOf(await withTenant(request.tenant.id, (db) => findUpload(db, key, request.now())));
  },
  append: async (request, at, body) => stateOf(await appendUpload(request, at, body)),
  remove: (request, id) => deleteEvidence(request, { id }),
});
