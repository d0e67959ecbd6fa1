/** When a stage of a learning project opens, with the state of a learner in it. */
export type Stage = {
  opens: 'always' | 'previous' | 'date';
  startAt: Date | null;
  items: { required: boolean; completed: boolean }[];
};

/** Why a stage is not open yet: it opens at a time, or when the stage before is complete. */
export type StageLock = { opensAt: Date } | { afterPrevious: true };

/** The items that complete a stage: the required ones, or all if none is required. */
export function countedItems<I extends { required: boolean }>(items: readonly I[]): I[] {
  const required = items.filter((item) => item.required);
  return required.length > 0 ? required : [...items];
}

/**
 * Which stages of a project are locked at a moment (docs/specification.md, section "Courses"). One without items is complete.
 * @param startAt when the project begins: all its stages are locked before
 * @param stages in their order
 * @returns for each stage why it is locked; null: it is open
 */
export function stageLocks(startAt: Date | null, stages: readonly Stage[], now: Date): (StageLock | null)[] {
  return stages.map(({ opens, startAt: from }, at) => {
    if (startAt && startAt > now) return { opensAt: opens === 'date' && from && from > startAt ? from : startAt };
    if (opens === 'date' && from && from > now) return { opensAt: from };
    const before = stages[at - 1];
    const waits = opens === 'previous' && before && !countedItems(before.items).every(({ completed }) => completed);
    return waits ? { afterPrevious: true } : null;
  });
}
