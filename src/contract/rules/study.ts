/** Longest text of a note, in characters. */
export const MAX_NOTE_LENGTH = 2_000;

/** What a study room over several courses shows: the courses of a learning project, a category or a task. */
export const ROOM_TYPES = ['project', 'category', 'task'] as const;
export type RoomType = (typeof ROOM_TYPES)[number];
