/** Minutes with one decimal, as exports show durations. */
export const toMinutes = (seconds: number) => Math.round(seconds / 6) / 10;
