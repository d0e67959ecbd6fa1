import { file } from '#src/contract/file.ts';
import { implement } from '#src/server/core/implement.ts';
import { uploadPicture } from './upload-picture.ts';

export const fileOperations = implement(file, {
  'POST /system/auth/upload/pic': { ownTransaction: uploadPicture },
});
