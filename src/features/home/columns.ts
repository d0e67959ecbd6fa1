import type { Data } from '#src/contract/calls.ts';

type Home = Pick<Data<'GET /data/auth/user/home/view'>, 'tasks' | 'courses' | 'exams' | 'classes' | 'certificates'>;

/** Estimated height of a block in text lines: `line` per entry, `empty` without entries. */
const height = (entries: number, line: number, empty: number) => 2 + (entries > 0 ? entries * line : empty);

/**
 * Whether the left column of the dashboard (tasks, courses) is no higher than the right one (approvals, classes,
 * exams, certificates): blocks that fit in either column are placed there, so that both have about the same height.
 * @param approvals entries of that block; null: the viewer has none
 */
export function leftIsLower({ tasks, courses, exams, classes, certificates }: Home, approvals: number | null): boolean {
  const left = height(tasks.length, 3, 10) + height(Math.ceil(courses.length / 2), 5, 10);
  const right =
    height(exams.length, 3, 9) +
    (classes.length > 0 ? height(classes.length, 3, 0) : 0) +
    height(certificates.length, 2, 10);
  // Beside the approvals stands what waits for lecturers, of unknown length.
  return left <= right + (approvals === null ? 0 : height(approvals, 2, 2) + height(1, 3, 0));
}
