import { INDUSTRIES, SCALES } from '#src/contract/company.ts';
import { getT } from '#src/i18n/server.ts';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';

/** Enumerations: values of the API; the labels are in the locale files. */
const ENUMS: Record<string, readonly (string | number)[]> = {
  userType: Object.values(USER_TYPE),
  contentType: [2, 3, 4, 5, 6, 7, 8],
  resourceType: [2, 3, 4, 5, 6],
  exportStatus: [1, 2, 3],
  courseType: [1, 2, 3],
  learningState: ['notStarted', 'learning', 'completed', 'overdue'],
  examState: ['waiting', 'pass', 'fail', 'awaitingMarking', 'absent', 'resit'],
  questionType: ['single', 'multiple', 'judge', 'blank', 'short'],
  difficulty: [1, 2, 3, 4],
  certificateStatus: ['held', 'expired', 'revoked'],
  issueWay: ['automatic', 'manual'],
  taskType: [1, 2, 3, 4],
  approvalStatus: ['pending', 'ongoing'],
  industry: INDUSTRIES,
  companyScale: SCALES,
};

/** Returns values and labels of an enumeration. @throws AppError 404 when it does not exist */
export function listEnum({ locale }: PublicContext, { enumName }: { enumName: string }) {
  const values = Object.hasOwn(ENUMS, enumName) ? ENUMS[enumName] : undefined;
  if (!values) throw notFound();
  const t = getT(locale);
  return values.map((value) => ({ value, label: t(`enum:${enumName}.${value}`) }));
}
