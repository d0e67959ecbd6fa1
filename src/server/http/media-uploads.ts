import { hasRight } from '#src/contract/rules/rights.ts';
import { isUuid } from '#src/lib/uuid.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { largestFile } from '#src/server/media/quota.ts';
import { appendUpload } from '#src/server/media/upload/append-upload.ts';
import { createUpload } from '#src/server/media/upload/create-upload.ts';
import { cancelUpload } from '#src/server/media/upload/delete-upload.ts';
import { findUpload, type Upload } from '#src/server/media/upload/find-upload.ts';
import { asMember, tusRoutes } from './tus.ts';

const stateOf = (upload: Upload) => ({ ...upload, isDone: upload.state !== 'receiving' });

/** Uploads into the media library. */
export const mediaUploads = tusRoutes({
  largest: largestFile,
  authorise: async (request) => {
    const member = asMember(request);
    if (!hasRight(member.viewer, 'content.manage')) throw new AppError(403, 'notAllowed');
    return member;
  },
  create: async (request, file, metadata) => {
    const id = (name: string) => {
      const text = metadata.get(name) ?? '';
      if (text !== '' && !isUuid(text)) throw notFound();
      return text || null;
    };
    return stateOf(
      await createUpload(request, {
        ...file,
        ...{
          folderId: id('folderId'),
          replacesId: id('replacesId'),
          path: (metadata.get('path') ?? '').slice(0, 2_000),
        },
        fingerprint: (metadata.get('fingerprint') ?? '').replaceAll('\0', '').slice(0, 500),
      }),
    );
  },
  find: async (request, id) => {
    const key = { enterpriseId: request.tenant.id, userId: request.viewer.userId, id };
    return stateOf(await withTenant(request.tenant.id, (db) => findUpload(db, key, request.now())));
  },
  append: async (request, at, body) => stateOf(await appendUpload(request, at, body)),
  remove: cancelUpload,
});
