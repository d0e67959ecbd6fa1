/** The call of a page of the grid. */
export const gridPage = (bankId: string, pageCurrent: number) =>
  ['POST /exam/auth/question/grid/page', { bankId, pageCurrent, pageSize: 100 }] as const;
