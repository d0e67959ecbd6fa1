import { media } from '#src/contract/media.ts';
import { implement } from '#src/server/core/implement.ts';
import { deleteCaption, uploadCaption } from './captions.ts';
import { deleteMedia, moveMedia, planDeletion, publishMedia, renameMedia, restoreMedia } from './change-media.ts';
import { deleteFolder, listFolders, saveFolder } from './folders.ts';
import { pageMedia } from './page-media.ts';
import { deletePoster, uploadPoster } from './poster.ts';
import { viewQuota } from './quota.ts';
import { applyReplacement, restoreVersion, viewReplacement, viewVersion } from './replace-media.ts';
import { listUploads, readStates } from './upload/list-uploads.ts';
import { viewMedia } from './view-media.ts';

export const mediaOperations = implement(media, {
  'POST /data/auth/media/page': pageMedia,
  'GET /data/auth/media/view': viewMedia,
  'GET /data/auth/media/quota': viewQuota,
  'GET /data/auth/media/folder/list': listFolders,
  'POST /data/auth/media/folder/save': saveFolder,
  'DELETE /data/auth/media/folder/delete': deleteFolder,
  'PUT /data/auth/media/rename': renameMedia,
  'PUT /data/auth/media/move': moveMedia,
  'PUT /data/auth/media/publish': publishMedia,
  'POST /data/auth/media/delete/plan': planDeletion,
  'POST /data/auth/media/delete': deleteMedia,
  'PUT /data/auth/media/restore': restoreMedia,
  'GET /data/auth/media/upload/list': listUploads,
  'POST /data/auth/media/upload/states': readStates,
  'GET /data/auth/media/replacement/view': viewReplacement,
  'POST /data/auth/media/replacement/apply': applyReplacement,
  'GET /data/auth/media/version/view': viewVersion,
  'POST /data/auth/media/version/restore': restoreVersion,
  'POST /data/auth/media/caption/upload': { ownTransaction: uploadCaption },
  'DELETE /data/auth/media/caption/delete': { ownTransaction: deleteCaption },
  'POST /data/auth/media/poster/upload': { ownTransaction: uploadPoster },
  'DELETE /data/auth/media/poster/delete': { ownTransaction: deletePoster },
});
