import type { Drawn } from './compose-paper.ts';

/**
 * Returns when the sections of an attempt end: those with a time follow one another from the start, in the order of the
 * paper. Extra time lengthens each in proportion. A section without a time lasts as long as the exam.
 * @returns ISO 8601 by section; null when no section has a time
 */
export function sectionEndsOf(
  parts: Drawn[],
  { start, limitSeconds, extraSeconds }: { start: Date; limitSeconds: number; extraSeconds: number },
): (string | null)[] | null {
  const limits = parts.map(({ section }) => section.limitSeconds ?? null);
  if (limits.every((limit) => limit === null)) return null;
  const factor = (limitSeconds + extraSeconds) / limitSeconds;
  let end = start.getTime();
  return limits.map((limit) => {
    if (limit === null) return null;
    end += Math.round(limit * factor * 1000);
    return new Date(end).toISOString();
  });
}
