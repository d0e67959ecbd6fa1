import { weightedPercent } from './progress.ts';
import { documentKind } from '#src/contract/rules/document.ts';
import type { CatalogueResource } from './read-catalogue.ts';

export type Progress = { studyProgress: number; completed: boolean };
type Node<T> = T & Progress & { subTrainingProgress: Node<T>[] };

const NONE: Progress = { studyProgress: 0, completed: false };

/**
 * Builds the resource tree of a course. The progress of a directory is the weighted mean of its counted items.
 * @param item returns the fields of an item besides its progress
 */
export function catalogueTree<T>(
  resources: CatalogueResource[],
  progress: ReadonlyMap<string, Progress>,
  item: (resource: CatalogueResource) => T,
): Node<T>[] {
  const childrenOf = (parentId: string | null) => resources.filter((resource) => resource.parentId === parentId);
  const counted = (resource: CatalogueResource): CatalogueResource[] =>
    [resource, ...childrenOf(resource.id).flatMap(counted)].filter((found) => found.counted);
  const node = (resource: CatalogueResource): Node<T> => {
    const children = childrenOf(resource.id);
    const state =
      children.length > 0 ? combinedProgress(counted(resource), progress) : (progress.get(resource.id) ?? NONE);
    return { ...item(resource), ...state, subTrainingProgress: children.map(node) };
  };
  return childrenOf(null).map(node);
}

/** Returns the combined progress of several resources. */
export function combinedProgress(resources: CatalogueResource[], progress: ReadonlyMap<string, Progress>): Progress {
  const parts = resources
    .filter((resource) => resource.counted)
    .map(({ id, weight }) => ({ ...(progress.get(id) ?? NONE), weight }));
  const studyProgress = weightedPercent(parts);
  return { studyProgress, completed: studyProgress === 100 };
}

/** Returns id, name, types, kinds and duration (seconds) of an item. */
export function catalogueItem(resource: CatalogueResource) {
  return {
    subResourceId: resource.id,
    subResourceName: resource.subResourceName,
    contentType: resource.contentType,
    resourceType: resource.resourceType,
    totalDuration: resource.totalDuration,
    examId: resource.examId,
    kind: resource.kind,
    documentKind: documentKind(resource.fileName),
  };
}
