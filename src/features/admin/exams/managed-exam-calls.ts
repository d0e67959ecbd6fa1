/* The calls of the page of an exam: those of the screens that it leads to, so that their figures are the same. */

export const examView = (id: string) => ['GET /exam/auth/exam/admin/view', { id }] as const;
export const roomView = (examId: string) => ['GET /exam/auth/exam/control/view', { examId }] as const;
export const resultsView = (examId: string) => ['GET /exam/auth/exam/analysis/results/view', { examId }] as const;
export const queueView = (examId: string) => ['GET /exam/auth/exam/marking/queue/view', { examId }] as const;
