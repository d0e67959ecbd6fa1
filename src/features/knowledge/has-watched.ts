type Item = { kind: string; subTrainingProgress: Item[] };

/** Whether a course has anything that is watched, heard or read: only there a share of it counts. */
export function hasWatched(items: Item[]): boolean {
  return items.some((item) => item.kind === 'media' || item.kind === 'reading' || hasWatched(item.subTrainingProgress));
}
