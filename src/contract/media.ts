import { z } from 'zod';
import { chosenRows, isChosen, NOT_CHOSEN } from './bulk.ts';
import { ById, Id, Instant, page, paged, saveOf, sorted, whole } from './common.ts';
import { define } from './define.ts';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { MEDIA_KINDS, MEDIA_LIMITS } from './rules/media.ts';

const Kind = z.enum(MEDIA_KINDS, { error: 'field.invalid' });
const Name = (max: number) =>
  z
    .string()
    .trim()
    .min(1, { error: 'field.required' })
    .max(max, { error: 'field.tooLong' })
    .regex(/^[^/\\\p{Cc}]+$/u, { error: 'field.mediaName' });
const Lang = z
  .string()
  .max(20, { error: 'field.invalid' })
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, { error: 'field.invalid' });
const FolderId = Id.nullable().meta({ description: 'null: at the top' });

const Filter = z.object({
  keyword: z.string().trim().max(100).optional(),
  kind: Kind.optional(),
  folderId: Id.optional().meta({ description: 'files directly in this folder' }),
  place: z
    .enum(['top', 'deleted'])
    .optional()
    .meta({ description: 'files in no folder; deleted files instead of the others' }),
  source: z.enum(['upload', 'pack']).optional(),
  state: z
    .enum(['unused', 'uncaptioned', 'converting', 'failed', 'same'])
    .optional()
    .meta({ description: '`uncaptioned`: videos and audio; `same`: another file has the same content' }),
});

const File = z.object({
  id: Id,
  name: z.string(),
  kind: Kind,
  contentType: z.string(),
  bytes: z.number().int(),
  seconds: z.number().int().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  folderId: FolderId,
  fromPack: z.boolean().meta({ description: 'imported with a content pack' }),
  thumbnail: z.string().nullable(),
  conversion: z
    .enum(['waiting', 'ready', 'failed'])
    .nullable()
    .meta({ description: 'of a video to HLS; null: not converted' }),
  captions: z.array(z.string()).max(MAX_ITEMS.captions),
  uses: z.number().int().meta({ description: 'places where it is used' }),
  revision: z.number().int(),
  deletedAt: Instant.nullable(),
  gmtCreate: Instant,
});
const Place = z.object({
  kind: z.enum(['course', 'resource', 'project', 'announcement', 'lecturer', 'site', 'live', 'question', 'session']),
  id: Id,
  title: z.string(),
  under: z.string().nullable().meta({ description: 'course of a resource, bank of a question' }),
  underId: Id.nullable(),
});
const Places = z.array(Place).max(MEDIA_LIMITS.places);

const Upload = z.object({
  id: Id,
  fileName: z.string(),
  fileSize: z.number().int(),
  received: z.number().int(),
  fingerprint: z.string(),
  folderId: FolderId,
  replacesId: Id.nullable(),
  state: z.enum(['receiving', 'checking', 'ready', 'done', 'refused']),
  problem: z
    .string()
    .nullable()
    .meta({ description: 'why it was refused or does not go on, in the language of the user' }),
  file: z.object({ id: Id, name: z.string(), kind: Kind, seconds: z.number().int().nullable() }).nullable(),
  sameAs: z.object({ id: Id, name: z.string(), kind: Kind, seconds: z.number().int().nullable() }).nullable(),
  expiresAt: Instant,
});

const Replacement = z.object({
  id: Id,
  name: z.string(),
  before: z.object({ bytes: z.number().int(), seconds: z.number().int().nullable() }),
  after: z.object({ bytes: z.number().int(), seconds: z.number().int().nullable() }),
  placeCount: z.number().int(),
  studyingCount: z.number().int().meta({ description: 'people who have begun it and not completed it' }),
  completedCount: z.number().int().meta({ description: 'people who have completed it, which stays so' }),
  beyondCount: z.number().int().meta({ description: 'people whose position is beyond the new end' }),
  lateQuestions: z.number().int().meta({ description: 'questions of the player beyond the new end' }),
  lateCaptions: z
    .array(z.string())
    .max(MAX_ITEMS.captions)
    .meta({ description: 'languages of captions that end later' }),
  plan: z.string().meta({ description: 'of these consequences: refused when they are others meanwhile' }),
});
const Binary = z.file({ error: 'field.fileRequired' }).meta({ type: 'string', format: 'binary' });
const Plan = z.string().max(100);

/** The media library (docs/specification.md, section "Media library"). Files are sent to `/data/auth/media/upload` with tus. */
export const media = define({
  'POST /data/auth/media/page': {
    summary: 'List the files of the media library, the latest first',
    auth: 'content.manage',
    input: paged()
      .extend(Filter.shape)
      .extend({ sort: sorted('name', 'bytes', 'gmtCreate') }),
    data: page(File),
  },
  'GET /data/auth/media/view': {
    summary: 'Get a file of the library with where it is used, its captions and former versions',
    auth: 'content.manage',
    input: ById,
    data: File.extend({
      version: z.number().int(),
      url: z.string(),
      hlsUrl: z.string().nullable(),
      poster: z.string().nullable(),
      conversionProblem: z.string().nullable(),
      places: Places,
      captionFiles: z
        .array(z.object({ lang: z.string(), url: z.string(), endSecond: z.number().int() }))
        .max(MAX_ITEMS.captions),
      versions: z
        .array(
          z.object({
            version: z.number().int(),
            bytes: z.number().int(),
            seconds: z.number().int().nullable(),
            replacedAt: Instant,
          }),
        )
        .max(MAX_ITEMS.mediaVersions),
      same: z.array(z.object({ id: Id, name: z.string() })).max(MAX_ITEMS.mediaSame),
    }),
  },
  'GET /data/auth/media/quota': {
    summary: 'Get how much storage the library uses',
    auth: 'content.manage',
    input: z.object({}),
    data: z.object({
      usedBytes: z.number().int(),
      quotaBytes: z.number().int(),
      fileBytes: z.number().int().meta({ description: 'largest file' }),
      fileCount: z.number().int(),
      deletedCount: z.number().int(),
    }),
  },
  'GET /data/auth/media/folder/list': {
    summary: 'List the folders of the library',
    auth: 'content.manage',
    input: z.object({}),
    data: z.object({
      folders: z
        .array(z.object({ id: Id, parentId: FolderId, name: z.string(), count: z.number().int() }))
        .max(MAX_ITEMS.mediaFolders),
    }),
  },
  'POST /data/auth/media/folder/save': {
    summary: 'Add a folder, rename it, or move it',
    auth: 'content.manage',
    input: saveOf(
      z.object({
        ...{ id: Id.optional(), parentId: FolderId.default(null), name: Name(MEDIA_LIMITS.folderName) },
        was: z
          .object({ parentId: FolderId, name: z.string().max(MEDIA_LIMITS.folderName) })
          .optional()
          .meta({
            description: 'what was shown: if somebody else has renamed or moved it since, nothing is stored (409)',
          }),
      }),
      'was',
    ),
    data: z.object({ id: Id }),
  },
  'DELETE /data/auth/media/folder/delete': {
    summary: 'Delete an empty folder; 409 for others',
    auth: 'content.manage',
    input: ById,
    data: z.null(),
  },
  'PUT /data/auth/media/rename': {
    summary: 'Rename a file; 409 for an earlier revision',
    auth: 'content.manage',
    input: z.object({ id: Id, name: Name(MEDIA_LIMITS.name), revision: whole(1, 1e9) }),
    data: z.object({ revision: z.number().int() }),
  },
  'PUT /data/auth/media/move': {
    summary: 'Move files into a folder',
    auth: 'content.manage',
    input: z.object({ ...chosenRows(Filter), folderId: FolderId }).refine(isChosen, NOT_CHOSEN),
    data: z.object({ count: z.number().int() }),
  },
  'PUT /data/auth/media/publish': {
    summary: 'Make files public that are about to be shown to visitors, e.g. as cover or attachment',
    auth: 'content.manage',
    input: z.object({ ids: z.array(Id).min(1, { error: 'field.required' }).max(100, { error: 'field.tooMany' }) }),
    data: z.object({
      ids: z
        .array(Id)
        .max(100)
        .meta({ description: 'in the same order; another id where the same file is public already' }),
    }),
  },
  'POST /data/auth/media/delete/plan': {
    summary: 'Say which files would be deleted: those that are used nowhere',
    auth: 'content.manage',
    input: z.object(chosenRows(Filter)).refine(isChosen, NOT_CHOSEN),
    data: z.object({
      deletable: z.number().int(),
      bytes: z.number().int(),
      usedCount: z.number().int(),
      used: z.array(z.object({ id: Id, name: z.string(), places: Places })).max(MEDIA_LIMITS.shownUsed),
    }),
  },
  'POST /data/auth/media/delete': {
    summary:
      'Delete the files that are used nowhere; they can be restored for 30 days; 409 when their number is another one',
    auth: 'content.manage',
    input: z.object({ ...chosenRows(Filter), deletable: whole(1, 1e9) }).refine(isChosen, NOT_CHOSEN),
    data: z.object({ count: z.number().int() }),
  },
  'PUT /data/auth/media/restore': {
    summary: 'Restore deleted files',
    auth: 'content.manage',
    input: z.object(chosenRows(Filter)).refine(isChosen, NOT_CHOSEN),
    data: z.object({ count: z.number().int() }),
  },
  'GET /data/auth/media/upload/list': {
    summary: 'List the uploads of the user that are not complete, or not decided on',
    auth: 'content.manage',
    input: z.object({}),
    data: z.object({ uploads: z.array(Upload).max(MAX_ITEMS.mediaUploads) }),
  },
  'POST /data/auth/media/upload/states': {
    summary: 'Get the states of uploads of the user; unknown ones are left out',
    auth: 'content.manage',
    input: z.object({ ids: z.array(Id).min(1, { error: 'field.required' }).max(100, { error: 'field.tooMany' }) }),
    data: z.object({ uploads: z.array(Upload).max(100) }),
  },
  'GET /data/auth/media/replacement/view': {
    summary: 'Say what replacing a file by an upload changes',
    auth: 'content.manage',
    input: z.object({ uploadId: Id }),
    data: Replacement,
  },
  'POST /data/auth/media/replacement/apply': {
    summary:
      'Replace a file by an upload; its id, places and progress stay; 409 when that changes something else than was said',
    auth: 'content.manage',
    input: z.object({ uploadId: Id, plan: Plan }),
    data: z.object({ id: Id }),
  },
  'GET /data/auth/media/version/view': {
    summary: 'Say what going back to a former version of a file changes',
    auth: 'content.manage',
    input: z.object({ id: Id, version: whole(1, 1e9) }),
    data: Replacement,
  },
  'POST /data/auth/media/version/restore': {
    summary: 'Go back to a former version of a file; 409 when that changes something else than was said',
    auth: 'content.manage',
    input: z.object({ id: Id, version: whole(1, 1e9), plan: Plan }),
    data: z.object({ id: Id }),
  },
  'POST /data/auth/media/caption/upload': {
    summary: 'Set the captions of a video or audio in a language (WebVTT or SRT)',
    auth: 'content.manage',
    upload: true,
    uploadBytes: MEDIA_LIMITS.captionBytes,
    input: z.object({ id: Id, lang: Lang, file: Binary }),
    data: z.object({
      count: z.number().int(),
      problems: z
        .array(z.object({ line: z.number().int(), message: z.string() }))
        .max(20)
        .meta({ description: 'what was left out, in the language of the user' }),
    }),
  },
  'DELETE /data/auth/media/caption/delete': {
    summary: 'Delete the captions of a video or audio in a language',
    auth: 'content.manage',
    input: z.object({ id: Id, lang: Lang }),
    data: z.null(),
  },
  'POST /data/auth/media/poster/upload': {
    summary: 'Set the picture that stands for a video or audio (PNG, JPEG or WebP of at most 5 MB)',
    auth: 'content.manage',
    upload: true,
    input: z.object({ id: Id, file: Binary }),
    data: z.object({ url: z.string() }),
  },
  'DELETE /data/auth/media/poster/delete': {
    summary: 'Remove that picture',
    auth: 'content.manage',
    input: ById,
    data: z.null(),
  },
});
