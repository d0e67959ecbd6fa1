import { weightedPercent } from '#src/server/course/progress.ts';

/** An item of a task with the state of one user; a task without items has one line without item. */
export type TaskLine = {
  id: string;
  title: string;
  summary: string | null;
  task_type: number;
  start_at: Date;
  end_at: Date;
  ordered: boolean;
  counts_earlier: boolean;
  late_completion: boolean;
  end_changes: number;
  /** When the user got the task. */
  assigned_at: Date;
  stored: number;
  completed_at: Date | null;
  item_id: string | null;
  course_id: string | null;
  exam_id: string | null;
  coaching_id: string | null;
  evaluation_form_id: string | null;
  item_title: string | null;
  release_at: Date | null;
  after_ids: string[] | null;
  progress: number;
  /** When it was finished; of an exam that was passed several times, the first pass that counts. */
  done_at: Date | null;
};

export type TaskItem = {
  id: string;
  courseId: string | null;
  examId: string | null;
  /** Of the user; null: nobody coaches them yet. */
  coachingId: string | null;
  isCoaching: boolean;
  /** An assessment, which the superior fills in. */
  evaluationFormId: string | null;
  title: string;
  studyProgress: number;
  completed: boolean;
  locked: boolean;
  /** A locked item is released then. */
  releaseAt: Date | null;
  /** Titles of the items that must be complete before a locked one opens. */
  waitsFor: string[];
  /** It was finished before the task was given, and this task does not count that. */
  finishedEarlier: boolean;
};
export type Task = {
  id: string;
  title: string;
  summary: string | null;
  taskType: number;
  startAt: Date;
  endAt: Date;
  ordered: boolean;
  countsEarlier: boolean;
  /** Items that are finished after the end count. */
  acceptsLate: boolean;
  /** It was completed after its end. */
  isLate: boolean;
  /** How often its end was changed: part of the sources of its notices. */
  endChanges: number;
  countsFrom: Date;
  hasLocks: boolean;
  studyProgress: number;
  status: 'notStarted' | 'learning' | 'completed' | 'overdue';
  completedAt: Date | null;
  items: TaskItem[];
  /** Progress stored in the row, which may be outdated. */
  stored: { studyProgress: number; completedAt: Date | null };
};

/** An item with the moments that decide about it. */
type Judged = { item: TaskItem; countedAt: Date | null };

/**
 * Returns the state of a task of one user at a point in time, by one rule (decision 051): an item counts when it is
 * finished and open, whichever is later. It opens when it is released and the items that it waits for count. After the
 * end of the task only what counted by then is left, unless the task accepts late completion.
 * @param lines in the order of the items
 */
export function taskOf(lines: TaskLine[], at: Date): Task {
  const head = lines[0]!;
  const endAt = head.end_at;
  const ended = endAt <= at;
  const frozen = ended && !head.late_completion;
  const judged: Judged[] = [];
  for (const line of lines) if (line.item_id !== null) judged.push(judge(line, judged, frozen ? endAt : at));
  const items = judged.map(({ item }) => item);
  const storedAt = head.completed_at;
  const live = weightedPercent(items.map((item) => ({ ...item, weight: 1 })));
  const byEnd = weightedPercent(items.map((item) => ({ ...item, studyProgress: item.completed ? 100 : 0, weight: 1 })));
  const studyProgress = storedAt ? 100 : frozen ? Math.max(head.stored, byEnd) : live;
  const done = studyProgress === 100;
  const completedAt = storedAt ?? (done ? latest(judged.map(({ countedAt }) => countedAt)) : null);
  return {
    id: head.id,
    title: head.title,
    summary: head.summary,
    taskType: head.task_type,
    startAt: head.start_at,
    endAt,
    ordered: head.ordered,
    countsEarlier: head.counts_earlier,
    acceptsLate: head.late_completion,
    isLate: completedAt !== null && completedAt > endAt,
    endChanges: head.end_changes,
    countsFrom: countsFrom(head),
    hasLocks:
      head.ordered || lines.some(({ release_at, after_ids }) => release_at !== null || (after_ids ?? []).length > 0),
    studyProgress,
    status: done ? 'completed' : ended ? 'overdue' : studyProgress > 0 ? 'learning' : 'notStarted',
    completedAt,
    items,
    stored: { studyProgress: head.stored, completedAt: storedAt },
  };
}

/** The task was given, and it has begun. */
const countsFrom = ({ assigned_at, start_at }: TaskLine): Date => latest([assigned_at, start_at])!;

/** @param above the items above this one @param until now, or the end of an ended task that accepts nothing late */
function judge(line: TaskLine, above: Judged[], until: Date): Judged {
  const needed = [
    ...(line.ordered ? above.slice(-1) : []),
    ...above.filter(({ item }) => line.after_ids?.includes(item.id)),
  ];
  const waitsFor = [...new Set(needed.filter(({ item }) => !item.completed).map(({ item }) => item.title))];
  const isReleased = line.release_at === null || line.release_at <= until;
  const locked = !isReleased || waitsFor.length > 0;
  const finishedEarlier = line.done_at !== null && !line.counts_earlier && line.done_at < countsFrom(line);
  const completed = line.done_at !== null && line.done_at <= until && !locked && !finishedEarlier;
  const item = {
    id: line.item_id!,
    courseId: line.course_id,
    examId: line.exam_id,
    coachingId: line.coaching_id,
    isCoaching: line.course_id === null && line.exam_id === null && line.evaluation_form_id === null,
    evaluationFormId: line.evaluation_form_id,
    title: line.item_title ?? '',
    studyProgress: completed ? 100 : locked || finishedEarlier ? 0 : Math.min(99, line.progress),
    completed,
    locked,
    releaseAt: isReleased ? null : line.release_at,
    waitsFor,
    finishedEarlier,
  };
  const opened = [line.release_at, ...needed.map(({ countedAt }) => countedAt)];
  return { item, countedAt: completed ? latest([line.done_at, ...opened]) : null };
}

function latest(moments: (Date | null)[]): Date | null {
  const times = moments.flatMap((moment) => (moment ? [moment.getTime()] : []));
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}
