/** Whether a text is a mark: a multiple of the step with at most two decimals, from 0 to the most. */
export function isMark(text: string, most: number, step: number): boolean {
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(text) || Number(text) > most) return false;
  return Math.round(Number(text) * 100) % Math.round(step * 100) === 0;
}
