/** A part with its weight and its progress, 0–100. */
export type Part = { weight: number; studyProgress: number; completed: boolean };

/** Returns the seconds of a resource that must be watched for it to count as complete. */
export function neededSeconds(duration: number, threshold: number): number {
  return Math.ceil((duration * threshold) / 100);
}

/**
 * Progress of one resource, 0–100: the share that was watched, rounded down, and 100 once it is complete. 100 always
 * means complete.
 */
export function resourcePercent(watchedSeconds: number, duration: number, completed: boolean): number {
  if (completed) return 100;
  return duration > 0 ? Math.min(99, Math.floor((watchedSeconds * 100) / duration)) : 0;
}

/** Parts added up. `weighted`: sum of weight × progress; `completed`: number of complete parts. */
export type PartSums = { count: number; completed: number; weight: number; weighted: number };

/** Weighted mean of parts, rounded down; 100 only if every part is complete, and 0 only if none was started. */
export function weightedPercent(parts: readonly Part[]): number {
  return percentOfSums({
    count: parts.length,
    completed: parts.filter((part) => part.completed).length,
    weight: parts.reduce((sum, part) => sum + part.weight, 0),
    weighted: parts.reduce((sum, part) => sum + part.weight * part.studyProgress, 0),
  });
}

/** Like `weightedPercent`, of parts that were added up elsewhere. */
export function percentOfSums({ count, completed, weight, weighted }: PartSums): number {
  if (count === 0) return 0;
  if (completed === count) return 100;
  if (weight === 0) return 0;
  const mean = weighted / weight;
  return mean > 0 ? Math.max(1, Math.min(99, Math.floor(mean))) : 0;
}
