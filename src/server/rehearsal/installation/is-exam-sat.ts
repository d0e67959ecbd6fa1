import { withPortal } from '#src/server/core/db/tenant.ts';
import { examsUnderWay } from './read-state.ts';

/** Whether somebody of any enterprise is sitting an exam now, in a transaction of its own. */
export const isExamSat = async (now: Date): Promise<boolean> =>
  (await withPortal((db) => examsUnderWay(db, now))).sitting;
