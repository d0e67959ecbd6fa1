import { upload } from '#src/client/upload.ts';

/** An uploaded picture: its address, and its size in pixels where it is kept. */
export type UploadedPicture = { url: string; width: number | null; height: number | null };

/**
 * Stores a picture.
 * @throws ApiError that is shown at the picture
 */
export type UploadPicture = (
  file: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<UploadedPicture>;

/** Uploads a picture of a text; the server encodes it anew. */
export const uploadTextPicture: UploadPicture = (file, options) =>
  upload('POST /system/auth/upload/pic', { file, use: 'text' }, { ...options, isShowErrTip: false });
