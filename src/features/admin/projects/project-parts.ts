import type { DocumentOf } from '../content/content-item.ts';
import type { Move } from '../kit/tree-nodes.ts';

export type Project = DocumentOf<'project'>;
/** What a project consists of: stages, and courses and exams, which belong to a stage or to none. */
export type Parts = Pick<Project, 'stages' | 'courses'>;
export type ProjectItem = Project['courses'][number];

/** Exactly one of the two ids is set. */
export const idOf = ({ courseId, examId }: Pick<ProjectItem, 'courseId' | 'examId'>) => (courseId ?? examId)!;

/** Items of one stage, null: of none. */
const itemsOf = (courses: readonly ProjectItem[], stageId: string | null) =>
  courses.filter((item) => item.stageId === stageId);

/** Stages and items as nodes of a tree: what belongs to no stage is at the top, before the stages. */
export function nodesOf({ stages, courses }: Parts) {
  const nodeOf = (item: ProjectItem) => ({
    ...{ id: idOf(item), parentId: item.stageId, label: item.title, isLeaf: true, item },
    stage: null,
  });
  return [
    ...itemsOf(courses, null).map(nodeOf),
    ...stages.flatMap((stage) => [
      { id: stage.id, parentId: null, label: stage.name.zh || stage.name.en, isSection: true, item: null, stage },
      ...itemsOf(courses, stage.id).map(nodeOf),
    ]),
  ];
}

/** Moves a stage among the stages, or an item into a stage or, at the top, out of all. */
export function movePart({ stages, courses }: Parts, id: string, { parentId, place }: Move): Parts {
  const stage = stages.find((each) => each.id === id);
  if (stage) {
    const rest = stages.filter((each) => each !== stage);
    // At the top the items without a stage come first.
    return { courses, stages: rest.toSpliced(Math.max(0, place - itemsOf(courses, null).length), 0, stage) };
  }
  const moved = courses.find((item) => idOf(item) === id)!;
  const rest = courses.filter((item) => item !== moved);
  const next = itemsOf(rest, parentId)[place];
  const at = next ? rest.indexOf(next) : rest.length;
  return { stages, courses: rest.toSpliced(at, 0, { ...moved, stageId: parentId }) };
}

/** Removes a stage, whose items go to the one before or to none, or an item. */
export function removePart({ stages, courses }: Parts, id: string): Parts {
  const at = stages.findIndex((stage) => stage.id === id);
  if (at < 0) return { stages, courses: courses.filter((item) => idOf(item) !== id) };
  const stageId = stages[at - 1]?.id ?? null;
  return {
    stages: stages.filter((stage) => stage.id !== id),
    courses: courses.map((item) => (item.stageId === id ? { ...item, stageId } : item)),
  };
}

/** Whether a stage can be published: it has a name, a start if it opens then, and ends after its start. */
export const isComplete = ({ name, opens, startAt, endAt }: Project['stages'][number]) =>
  Boolean(name.zh.trim() || name.en.trim()) &&
  (opens !== 'date' || startAt !== null) &&
  (startAt === null || endAt === null || new Date(endAt) > new Date(startAt));
