/** The clock for code outside of requests, e.g. jobs. Code of a request uses `ctx.now()`. */
export const systemNow = (): Date => new Date();
