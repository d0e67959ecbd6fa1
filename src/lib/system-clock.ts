/** The clock of what no request started, e.g. a job. Everything a request starts takes its time from `ctx.now()`. */
export const systemNow = (): Date => new Date();
