/**
 * Whether a decimal amount, e.g. `'-1.50'`, is zero.
 * @throws Error when it is not a decimal number with at most ten digits before the point
 */
export function isZero(amount: string): boolean {
  if (!/^-?\d{1,10}(\.\d+)?$/.test(amount)) throw new Error(`Not an amount: ${amount}`);
  return !/[1-9]/.test(amount);
}
