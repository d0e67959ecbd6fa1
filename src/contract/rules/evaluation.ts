/** A step of a criterion, e.g. "independently, without errors" for 100 points. */
export type RubricLevel = { points: number; title: string; description?: string | undefined };
/** A criterion with its share of the score, in percent. Without levels, any whole number of points from 0 to 100 is given. */
export type RubricCriterion = {
  code: string;
  title: string;
  description: string;
  weight: number;
  levels: RubricLevel[];
};
/** A rubric as it is frozen in an evaluation. The weights add up to 100. */
export type RubricContent = { title: string; passMark: number; criteria: RubricCriterion[] };
/** Points and comment by code of the criterion; null: no points yet. */
export type Scores = Record<string, { points: number | null; comment: string }>;

/** Limits of the texts and lists of an evaluation. */
export const RUBRIC_LIMITS = {
  criteria: 30,
  levels: 10,
  comment: 1_000,
  note: 2_000,
  assessors: 10,
  tries: 10,
} as const;

/** Returns the codes of the criteria that have no valid points: none, or none of the levels. */
export function unscored({ criteria }: Pick<RubricContent, 'criteria'>, scores: Scores): string[] {
  return criteria
    .filter(({ code, levels }) => {
      const points = scores[code]?.points ?? null;
      if (points === null || !Number.isInteger(points) || points < 0 || points > 100) return true;
      return levels.length > 0 && !levels.some((level) => level.points === points);
    })
    .map(({ code }) => code);
}

/** Returns the weighted sum of complete scores in hundredths of a point, 0–10,000: exact, because all factors are integers. */
export const weightedScore = ({ criteria }: Pick<RubricContent, 'criteria'>, scores: Scores): number =>
  criteria.reduce((sum, { code, weight }) => sum + weight * (scores[code]?.points ?? 0), 0);

/**
 * Returns the mean of several assessors' scores, and whether it reaches the pass mark. The unrounded mean decides.
 * @param hundredths of `weightedScore`, at least one
 */
export function meanScore(hundredths: number[], passMark: number): { score: string; passed: boolean } {
  const sum = hundredths.reduce((total, each) => total + each, 0);
  const mean = Math.round(sum / hundredths.length);
  return { score: (mean / 100).toFixed(2), passed: sum >= passMark * 100 * hundredths.length };
}

/** Largest file of evidence, bytes. */
export const EVIDENCE_BYTES = 200 * 1024 * 1024;
/** Bytes that one person may have stored as evidence, including unfinished uploads. */
export const EVIDENCE_QUOTA = 2 * 1024 * 1024 * 1024;
/** How long an unfinished upload is kept after the last bytes have arrived. */
export const UPLOAD_HOURS = 24;
/** Accepted types, by content: pictures, video, PDF and Office files without macros. */
export const EVIDENCE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
];
/** The same for the file picker. */
export const EVIDENCE_ACCEPT = '.jpg,.jpeg,.png,.webp,.mp4,.webm,.mov,.pdf,.docx,.xlsx,.pptx';
