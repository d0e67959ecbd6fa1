import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { invalidate } from '#src/client/query.ts';
import type { UploadedPicture, UploadPicture } from '#src/features/editor/upload-picture.ts';
import { PAGE, QUOTA } from './media-list.ts';
import { type UploadItem, uploadQueue } from './upload-queue.ts';

/**
 * Puts a picture that was pasted or dropped into a text into the media library, at the top, and makes it public. One that the library has
 * already is used instead, and the second one is removed.
 */
export const uploadToLibrary: UploadPicture = async (file, options) => {
  const { sameAs, file: made } = await send(file, options);
  const quiet = { isShowErrTip: false };
  const { ids } = await api('PUT /data/auth/media/publish', { ids: [(sameAs ?? made)!.id] }, quiet);
  if (sameAs && made) await api('POST /data/auth/media/delete', { ids: [made.id], deletable: 1 }, quiet);
  invalidate(PAGE, QUOTA);
  // Markdown says no size.
  return { url: `/media/${ids[0]!}`, width: null, height: null } satisfies UploadedPicture;
};

/** @throws ApiError 415 when the library refuses the file, 0 when it was not reached */
function send(file: File, { onProgress, signal }: Parameters<UploadPicture>[1]): Promise<UploadItem> {
  return new Promise((resolve, reject) => {
    const fail = (code: number, message: string) => {
      queue.close();
      reject(new ApiError(code, message));
    };
    const queue = uploadQueue(
      ([item]) => {
        if (!item) return;
        onProgress(item.size === 0 ? 0 : item.sent / item.size);
        if (item.state === 'failed') fail(415, item.message);
        if (item.state === 'offline') fail(0, '');
      },
      ([item]) => {
        queue.close();
        resolve(item!);
      },
    );
    signal.addEventListener('abort', () => fail(0, ''), { once: true });
    queue.add([{ file, path: '' }], { folderId: null, replaces: null }, []);
  });
}
