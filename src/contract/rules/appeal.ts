/**
 * What "Why isn't this counted?" explains, and what an appeal is about: an item of a course, a course, a task, an exam,
 * a session of an offline class, a live class.
 */
export const APPEAL_SUBJECTS = ['resource', 'course', 'task', 'exam', 'session', 'live'] as const;
export type AppealSubject = (typeof APPEAL_SUBJECTS)[number];
