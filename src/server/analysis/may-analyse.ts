import { USER_TYPE } from '#src/lib/user-type.ts';

/** Whether a user may see results and analyses now: those who mark. Exports check it again when their file is made. */
export const mayAnalyse = ({ isAdmin, userType }: { isAdmin: boolean; userType: number }): boolean =>
  isAdmin || userType === USER_TYPE.lecturer;
