import { z } from 'zod';
import { MAX_ITEMS } from '#src/lib/list-limits.ts';
import { Id, Instant, named, page, paged } from './common.ts';
import { LearningStatus } from './course.ts';
import { define } from './define.ts';

/** A range of whole seconds `[start, end)`. */
const Stretch = z.tuple([z.number().int(), z.number().int()]);

/** Why seconds were not counted; shown to the learner (`study:refusal.*`). */
export const RefusalReason = z.enum([
  /** More new seconds than possible in the elapsed time at maximum speed. */
  'tooFast',
  /** Another player of the same person is active. */
  'takenOver',
  /** Seconds beyond the duration of the resource. */
  'beyondDuration',
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
    /** Short-lived signed addresses. */
    fileUrl: z.string().nullable(),
    captionsUrl: z.string().nullable(),
    /** Resume position in seconds: the end of the first watched range; 0 if everything is watched. */
    resumeAt: z.number().int(),
    watched: z.array(Stretch).max(MAX_ITEMS.stretches),
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
  .meta(named('StudyResource'));

const ResourceStanding = z.object({
  studyProgress: z.number().int(),
  completed: z.boolean(),
  watched: z.array(Stretch).max(MAX_ITEMS.stretches),
  watchedSeconds: z.number().int(),
  studySeconds: z.number().int(),
});
const CourseStanding = z.object({
  studyProgress: z.number().int(),
  status: LearningStatus,
});

const TaskItem = z.object({
  id: Id,
  courseId: Id.nullable(),
  examId: Id.nullable(),
  title: z.string(),
  studyProgress: z.number().int(),
  completed: z.boolean(),
});
export const StudyTask = z.object({
  id: Id,
  title: z.string(),
  summary: z.string().nullable(),
  /** 1 learning, 2 exam, 3 assessment, 4 coaching. */
  taskType: z.number().int(),
  startAt: Instant,
  endAt: Instant,
  /** Frozen when the task ends. */
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
    summary: 'The study room of a course: its tree with files, progress and where to go on',
    auth: 'enterprise',
    input: z.object({ courseId: Id }),
    data: CourseStanding.extend({
      courseId: Id,
      title: z.string(),
      courseType: z.number().int(),
      completionThreshold: z.number().int(),
      maxPlaybackRate: z.number(),
      lastResourceId: Id.nullable(),
      resources: z.array(StudyResource).max(MAX_ITEMS.resources),
    }),
  },
  'POST /course/auth/study/player/open': {
    summary: 'Open a player on a resource. One player per person counts: an older one is told that it was taken over',
    auth: 'enterprise',
    input: z.object({ resourceId: Id }),
    data: ResourceStanding.extend({
      playerId: Id,
      serverTime: Instant,
      /** Seconds between two reports. */
      reportInterval: z.number().int(),
      maxPlaybackRate: z.number(),
      resumeAt: z.number().int(),
      fileUrl: z.string().nullable(),
      captionsUrl: z.string().nullable(),
    }),
  },
  'POST /course/auth/study/player/report': {
    summary:
      'Report what was watched, heard or read. Idempotent: the same seconds again neither count nor cost anything',
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
      resource: ResourceStanding,
      course: CourseStanding,
    }),
  },
  'POST /course/auth/study/practice/save': {
    summary:
      'Hand a practical operation (contentType 7) in for sign-off; approved, it completes the resource. A repeat while it waits changes nothing',
    auth: 'enterprise',
    input: z.object({
      resourceId: Id,
      /** What was done, where and with whom. */
      note: z.string().trim().min(1, { error: 'field.required' }).max(500, { error: 'field.tooLong' }),
    }),
    data: Practice,
  },
  'GET /course/auth/study/explain': {
    summary: 'Why something is, or is not, counted: the stored facts about the viewer and a resource',
    auth: 'enterprise',
    input: z.object({ resourceId: Id }),
    data: z.object({
      totalDuration: z.number().int(),
      completionThreshold: z.number().int(),
      watchedSeconds: z.number().int(),
      /** Seconds that must be watched. */
      neededSeconds: z.number().int(),
      studySeconds: z.number().int(),
      watched: z.array(Stretch).max(MAX_ITEMS.stretches),
      /** Ranges not watched yet. */
      missing: z.array(Stretch).max(MAX_ITEMS.stretches),
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
    summary: 'The viewer’s learning tasks with their items: running ones first, the nearest end first',
    auth: 'enterprise',
    input: paged().extend({ status: LearningStatus.optional() }),
    data: page(StudyTask),
  },
  'GET /course/auth/study/task/view': {
    summary: 'One learning task of the viewer',
    auth: 'enterprise',
    input: z.object({ id: Id }),
    data: StudyTask,
  },
  'GET /course/api/study/task/getUrlParam': {
    summary: 'Where a link to a learning task leads',
    auth: 'visitor',
    input: z.object({ id: Id }),
    data: z.object({ id: Id, taskType: z.number().int(), url: z.string() }),
  },
  'POST /course/auth/study/dynamic/page': {
    summary: 'What the viewer studied, latest first, one line per resource',
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
    summary: 'The viewer’s study of the resources of one course, or of all, latest first',
    auth: 'enterprise',
    input: paged().extend({ courseId: Id.optional() }),
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
  'POST /data/auth/course/user/progress/user/page': {
    summary: 'The viewer’s courses with their progress, latest first',
    auth: 'enterprise',
    input: paged().extend({ status: z.enum(['learning', 'completed']).optional() }),
    data: page(MyCourse),
  },
});
