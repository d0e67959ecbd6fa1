/** The call of the similar questions of a bank. @param ids only those that are similar to one of these */
export const similarPage = (bankId: string, ids?: string[]) =>
  ['POST /exam/auth/question/similar/page', { bankId, pageSize: 20, ...(ids && { ids }) }] as const;
