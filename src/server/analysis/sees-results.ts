import { sql, type SQL } from 'drizzle-orm';
import { type Holder, readsExams } from '#src/contract/rules/rights.ts';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import { teaches, marksExam } from '#src/server/exam/marker-of.ts';

type Reader = Holder & { userId: string; userType: number };

/**
 * SQL condition on exam `e`: a user reads its results and analysis. Administrators, examiners and auditors read all, lecturers those of the
 * exams of their courses and of the exams that they mark (decision 079). Exports check it again when their file is made.
 */
export function seesResults(viewer: Reader): SQL {
  if (readsExams(viewer)) return sql`true`;
  if (viewer.userType !== USER_TYPE.lecturer) return sql`false`;
  return sql`(${marksExam({ viewer })} or ${teaches(viewer.userId, sql`e.course_id`)})`;
}
