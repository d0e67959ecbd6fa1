import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Id, Instant, schemaName, page, paged } from './common.ts';
import { DocumentKind, ItemLock, LearningStatus, ResourceKind } from './course.ts';
import { define } from './define.ts';
import { ExportRecord } from './export.ts';
import { MediaQuestion } from './study-questions.ts';
import { RoomType } from './study-room.ts';
import { WaitingPage } from './waiting.ts';

/** A range of whole seconds `[start, end)`. */
const WatchedRange = z.tuple([z.number().int(), z.number().int()]);

/** Why seconds were not counted; shown to the learner (`study:refusal.*`). */
export const RefusalReason = z.enum([
  /** More new seconds than possible in the elapsed time at maximum speed. */
  'tooFast',
  /** Another player of the same person is active. */
  'takenOver',
  /** Seconds beyond the duration of the resource. */
  'beyondDuration',
  /** The course forbids skipping: the seconds do not continue what was watched. */
  'skippedAhead',
  /** Seconds after a required question that is not answered yet. */
  'questionFirst',
  'unpublished',
  'purchaseFirst',
  'registerFirst',
  'registrationPending',
  'registrationRejected',
]);

/** State of the viewer's latest request for a practical operation. */
const Practice = z.object({
  instanceId: Id,
  state: z.enum(['pending', 'approved', 'rejected', 'withdrawn']),
  note: z.string().nullable(),
  /** The approver's comment. */
  reason: z.string().nullable(),
});

/** A resource in the study room: with its file and the viewer's progress. */
export const StudyResource = z
  .object({
    subResourceId: Id,
    subResourceName: z.string(),
    contentType: z.number().int(),
    resourceType: z.number().int().nullable(),
    /** How it is studied. */
    kind: ResourceKind,
    /** What a document is, by the name of its file. */
    documentKind: DocumentKind.nullable(),
    /** Seconds; of a document: reading time. */
    totalDuration: z.number().int(),
    examId: Id.nullable(),
    studyProgress: z.number().int(),
    completed: z.boolean(),
    /** Whether it counts towards the course's progress. */
    counted: z.boolean(),
    fileName: z.string().nullable(),
    fileSize: z.number().int().nullable(),
    /** MIME type of the file. */
    mime: z.string().nullable(),
    /** Short-lived signed URLs. */
    fileUrl: z.string().nullable(),
    /** Address of a link (resourceType 7). */
    linkUrl: z.string().nullable(),
    /** Why it cannot be opened yet; null: it can. */
    lock: ItemLock.nullable(),
    captions: z.array(z.object({ lang: z.string(), url: z.string() })).max(MAX_ITEMS.captions),
    /** HLS playlist of a video that was converted; `fileUrl` is the original. */
    hlsUrl: z.string().nullable(),
    /** Heights in pixels, highest first; the playlist of each is `{height}p.m3u8` beside `hlsUrl`. */
    qualities: z.array(z.number().int()).max(MAX_ITEMS.qualities),
    /** A picture with `count` tiles of a video in rows of `columns`, one every `interval` seconds. */
    thumbnails: z
      .object({
        url: z.string(),
        interval: z.number(),
        count: z.number().int(),
        columns: z.number().int(),
        width: z.number().int(),
        height: z.number().int(),
      })
      .nullable(),
    /** By position. */
    questions: z.array(MediaQuestion).max(MAX_ITEMS.resourceQuestions),
    /** Resume position in seconds: the end of the first watched range; 0 if everything is watched. */
    resumeAt: z.number().int(),
    watched: z.array(WatchedRange).max(MAX_ITEMS.stretches),
    watchedSeconds: z.number().int(),
    studySeconds: z.number().int(),
    playbackRate: z.number(),
    captionsOn: z.boolean(),
    /** For a submitted practical operation (contentType 7). */
    practice: Practice.nullable(),
    get subTrainingProgress() {
      return z.array(StudyResource).max(MAX_ITEMS.resources);
    },
  })
  .meta(schemaName('StudyResource'));

const ResourceProgress = z.object({
  studyProgress: z.number().int(),
  completed: z.boolean(),
  watched: z.array(WatchedRange).max(MAX_ITEMS.stretches),
  watchedSeconds: z.number().int(),
  studySeconds: z.number().int(),
});
const TaskFilter = z.object({ status: LearningStatus.optional() });
const StudyRecordFilter = z.object({ courseId: Id.optional() });
const CourseFilter = z.object({ status: z.enum(['learning', 'completed']).optional() });

const CourseProgress = z.object({
  studyProgress: z.number().int(),
  status: LearningStatus,
});

const TaskItem = z.object({
  id: Id,
  courseId: Id.nullable(),
  examId: Id.nullable(),
  /** An assessment, which the superior fills in. */
  evaluationFormId: Id.nullable(),
  /** The coaching of the user; null while nobody coaches them. */
  coachingId: Id.nullable(),
  isCoaching: z.boolean(),
  title: z.string(),
  studyProgress: z.number().int(),
  completed: z.boolean(),
  /** It does not count before it opens. */
  locked: z.boolean(),
  /** When a locked item is released. */
  releaseAt: Instant.nullable(),
  /** Titles of the items that must be complete before a locked one opens. */
  waitsFor: z.array(z.string()).max(MAX_ITEMS.taskItems),
  /** It was finished before the task was given, and this task does not count that. */
  finishedEarlier: z.boolean(),
});
export const StudyTask = z.object({
  id: Id,
  title: z.string(),
  summary: z.string().nullable(),
  /** 1 learning, 2 exam, 3 assessment, 4 coaching. */
  taskType: z.number().int(),
  startAt: Instant,
  endAt: Instant,
  /** Each item opens when the one before it is complete. */
  ordered: z.boolean(),
  /** Whether items that were finished before the task was given count. */
  countsEarlier: z.boolean(),
  /** Since when results count if earlier ones do not. */
  countsFrom: Instant,
  /** Whether any item opens later than the task: by a date or after another. */
  hasLocks: z.boolean(),
  /** Items that are finished after the end count, and the task is then completed late. */
  acceptsLate: z.boolean(),
  /** It was completed after its end. */
  isLate: z.boolean(),
  /** Frozen when the task ends, unless it accepts late completion. */
  studyProgress: z.number().int(),
  status: LearningStatus,
  completedAt: Instant.nullable(),
  items: z.array(TaskItem).max(MAX_ITEMS.taskItems),
});

/** A course that the viewer has started. */
const MyCourse = z.object({
  courseId: Id,
  title: z.string(),
  cover: z.string().nullable(),
  courseType: z.number().int(),
  studyProgress: z.number().int(),
  status: LearningStatus,
  studySeconds: z.number().int(),
  lastResourceId: Id.nullable(),
  lastResourceName: z.string().nullable(),
  startedAt: Instant,
  completedAt: Instant.nullable(),
  gmtModified: Instant,
});

export const study = define({
  'GET /course/auth/study/course/view': {
    summary: 'Get the study room of a course: its tree with files, progress and resume positions',
    auth: 'enterprise',
    input: z.object({ courseId: Id }),
    data: CourseProgress.extend({
      courseId: Id,
      title: z.string(),
      /** Shown before a video or audio begins; null: a drawn one. */
      cover: z.string().nullable(),
      courseType: z.number().int(),
      completionThreshold: z.number().int(),
      maxPlaybackRate: z.number(),
      /** Media can be played only as far as they were watched, until they are complete. */
      noSkipping: z.boolean(),
      /** Text shown over videos: name and last digits of the phone number. Null: none. */
      watermark: z.string().nullable(),
      /** Whether the viewer sees the results of questions. */
      teaches: z.boolean(),
      lastResourceId: Id.nullable(),
      resources: z.array(StudyResource).max(MAX_ITEMS.resources),
    }),
  },
  'POST /course/auth/study/player/open': {
    summary: 'Open a player for a resource. Only one player per user counts; older ones are superseded',
    auth: 'enterprise',
    input: z.object({
      resourceId: Id,
      /** The study room over several courses in which it is played: `/watch` returns there. */
      room: z.object({ type: RoomType, id: Id }).optional(),
    }),
    data: ResourceProgress.extend({
      playerId: Id,
      serverTime: Instant,
      /** Seconds between two reports. */
      reportInterval: z.number().int(),
      maxPlaybackRate: z.number(),
      resumeAt: z.number().int(),
      fileUrl: z.string().nullable(),
    }),
  },
  'POST /course/auth/study/player/report': {
    summary: 'Report watched, heard or read seconds. Idempotent: repeated seconds have no effect',
    auth: 'enterprise',
    input: z.object({
      playerId: Id,
      resourceId: Id,
      /** Watched whole seconds `[start, end)`; for documents and images: seconds of reading. */
      ranges: z
        .array(
          z
            .tuple([z.number().int().min(0).max(1_000_000), z.number().int().min(0).max(1_000_000)])
            .refine(([start, end]) => start < end, { error: 'field.invalid' }),
        )
        .max(500),
      /** Current position of the player, seconds. */
      position: z.number().int().min(0).max(1_000_000),
      playbackRate: z.number().min(0.25).max(2),
      captionsOn: z.boolean(),
      /** Whether it is playing (or being read) from now on: time passes for an active player only. */
      active: z.boolean(),
      /** Total seconds spent with this player while visible and active. */
      studiedSeconds: z.number().int().min(0).max(1_000_000),
    }),
    data: z.object({
      serverTime: Instant,
      /** New seconds counted and new seconds rejected by this report. */
      acceptedSeconds: z.number().int(),
      refusedSeconds: z.number().int(),
      refusal: RefusalReason.nullable(),
      takenOver: z.boolean(),
      resource: ResourceProgress,
      course: CourseProgress,
    }),
  },
  'POST /course/auth/study/practice/save': {
    summary:
      'Submit a practical operation (contentType 7) for approval, which completes the resource. Idempotent while it is pending',
    auth: 'enterprise',
    input: z.object({
      resourceId: Id,
      /** What was done, where and with whom. */
      note: z.string().trim().min(1, { error: 'field.required' }).max(500, { error: 'field.tooLong' }),
    }),
    data: Practice,
  },
  'POST /course/auth/study/practice/waiting/page': {
    summary: 'List the practical operations that wait for the user’s approval, oldest first',
    auth: 'enterprise',
    input: paged(),
    data: WaitingPage,
  },
  'GET /course/auth/study/explain': {
    summary: 'Explain what is counted: the stored facts about the user and a resource',
    auth: 'enterprise',
    input: z.object({ resourceId: Id }),
    data: z.object({
      totalDuration: z.number().int(),
      completionThreshold: z.number().int(),
      watchedSeconds: z.number().int(),
      /** Seconds that must be watched. */
      neededSeconds: z.number().int(),
      studySeconds: z.number().int(),
      watched: z.array(WatchedRange).max(MAX_ITEMS.stretches),
      /** Ranges not watched yet. */
      missing: z.array(WatchedRange).max(MAX_ITEMS.stretches),
      /** Pages of a document that were not seen long enough, first and last of each run; null for other resources. */
      missingPages: z
        .array(z.tuple([z.number().int(), z.number().int()]))
        .max(MAX_ITEMS.stretches)
        .nullable(),
      completedAt: Instant.nullable(),
      counted: z.boolean(),
      lastReportAt: Instant.nullable(),
      refusals: z
        .array(
          z.object({
            reason: RefusalReason,
            claimedSeconds: z.number().int(),
            acceptedSeconds: z.number().int(),
            gmtCreate: Instant,
          }),
        )
        .max(MAX_ITEMS.refusals),
      /** Tasks with this course, and whether their progress still changes. */
      tasks: z.array(z.object({ id: Id, title: z.string(), endAt: Instant, ended: z.boolean() })).max(MAX_ITEMS.tasks),
    }),
  },
  'POST /course/auth/study/task/page': {
    summary: 'List the user’s learning tasks with their items: current ones first, by end of the period',
    auth: 'enterprise',
    input: paged().extend(TaskFilter.shape),
    data: page(StudyTask),
  },
  'POST /course/auth/study/task/export': {
    summary: 'Request an export of the user’s learning tasks',
    auth: 'enterprise',
    input: TaskFilter,
    data: ExportRecord,
  },
  'GET /course/auth/study/task/view': {
    summary: 'Get one learning task of the user',
    auth: 'enterprise',
    input: z.object({ id: Id }),
    data: StudyTask,
  },
  'GET /course/api/study/task/getUrlParam': {
    summary: 'Get the target of a link to a learning task',
    auth: 'visitor',
    input: z.object({ id: Id }),
    data: z.object({ id: Id, taskType: z.number().int(), url: z.string() }),
  },
  'POST /course/auth/study/dynamic/page': {
    summary: 'List the resources that the user has studied, latest first',
    auth: 'enterprise',
    input: paged(),
    data: page(
      z.object({
        subResourceId: Id,
        subResourceName: z.string(),
        contentType: z.number().int(),
        resourceType: z.number().int().nullable(),
        courseId: Id,
        courseTitle: z.string(),
        studyProgress: z.number().int(),
        studySeconds: z.number().int(),
        gmtModified: Instant,
      }),
    ),
  },
  'POST /data/auth/course/user/progress/user/course/study/page': {
    summary: 'List the user’s progress in the resources of one course, or of all courses, latest first',
    auth: 'enterprise',
    input: paged().extend(StudyRecordFilter.shape),
    data: page(
      z.object({
        subResourceId: Id,
        subResourceName: z.string(),
        contentType: z.number().int(),
        resourceType: z.number().int().nullable(),
        totalDuration: z.number().int(),
        courseId: Id,
        courseTitle: z.string(),
        studyProgress: z.number().int(),
        watchedSeconds: z.number().int(),
        studySeconds: z.number().int(),
        completedAt: Instant.nullable(),
        gmtModified: Instant,
      }),
    ),
  },
  'POST /data/auth/course/user/progress/user/course/study/export': {
    summary: 'Request an export of the user’s progress in the resources of one course, or of all courses',
    auth: 'enterprise',
    input: StudyRecordFilter,
    data: ExportRecord,
  },
  'POST /data/auth/course/user/progress/user/page': {
    summary: 'List the user’s courses with their progress, latest first',
    auth: 'enterprise',
    input: paged().extend(CourseFilter.shape),
    data: page(MyCourse),
  },
  'POST /data/auth/course/user/progress/user/export': {
    summary: 'Request an export of the user’s courses with their progress',
    auth: 'enterprise',
    input: CourseFilter,
    data: ExportRecord,
  },
});
