import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { ROOM_TYPES } from './rules/study.ts';
import { Id, Instant } from './common.ts';
import { StudyState, LearningStatus } from './course.ts';
import { define } from './define.ts';

export const RoomType = z.enum(ROOM_TYPES);

/** A course or, in the room of a task or project, an exam. Exactly one of the two ids is set. */
const RoomItem = z.object({
  courseId: Id.nullable(),
  examId: Id.nullable(),
  title: z.string(),
  studyProgress: z.number().int(),
  status: LearningStatus,
  /** Whether it may be studied now, and if not, why. */
  studyState: StudyState,
  /** An item of a task or project that is not open yet: when it is released, and the items, or the stage, that it waits for. */
  lock: z.object({ releaseAt: Instant.nullable(), waitsFor: z.array(z.string()).max(MAX_ITEMS.taskItems) }).nullable(),
});

export const studyRoom = define({
  'GET /course/auth/study/room/view': {
    summary:
      'Get a study room over the courses of a learning project, a category or a task of the user: the courses in order, with progress and whether they may be studied',
    auth: 'enterprise',
    input: z.object({ type: RoomType, id: Id }),
    data: z.object({
      type: RoomType,
      id: Id,
      title: z.string(),
      studyProgress: z.number().int(),
      /** The course to continue with: the one studied last, otherwise the first one that is open and not complete. */
      currentCourseId: Id.nullable(),
      items: z.array(RoomItem).max(MAX_ITEMS.roomItems),
    }),
  },
  'GET /course/auth/study/last/view': {
    summary:
      'Get where the user studied last: course, resource and, if it was one over several courses, the study room',
    auth: 'enterprise',
    input: z.object({}),
    data: z
      .object({
        courseId: Id,
        resourceId: Id.nullable(),
        room: z.object({ type: RoomType, id: Id }).nullable(),
      })
      .nullable(),
  },
});
