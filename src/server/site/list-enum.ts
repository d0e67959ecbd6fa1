import { INDUSTRIES, SCALES } from '#src/contract/company.ts';
import { getT } from '#src/i18n/server.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';

/** Enumerations of the spec's vocabulary (section 3): values as they travel, labels from the locale files. */
const ENUMS: Record<string, readonly (string | number)[]> = {
  courseType: [1, 2, 3],
  learningState: ['notStarted', 'learning', 'completed', 'overdue'],
  examState: ['waiting', 'pass', 'fail', 'awaitingMarking', 'absent', 'resit'],
  questionType: ['single', 'multiple', 'judge', 'blank', 'short'],
  difficulty: [1, 2, 3, 4],
  certificateStatus: ['held', 'expired'],
  issueWay: ['automatic', 'manual'],
  taskType: [1, 2, 3, 4],
  approvalStatus: ['pending', 'ongoing'],
  industry: INDUSTRIES,
  companyScale: SCALES,
};

/** @throws AppError 404 for an enumeration that does not exist */
export function listEnum({ locale }: PublicContext, { enumName }: { enumName: string }) {
  const values = Object.hasOwn(ENUMS, enumName) ? ENUMS[enumName] : undefined;
  if (!values) throw notFound();
  const t = getT(locale);
  return values.map((value) => ({ value, label: t(`enum:${enumName}.${value}`) }));
}
