/** Digits of GB 32100: no I, O, S, V, Z, which are easily confused. */
const DIGITS = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/**
 * Whether a text is a unified social credit code (统一社会信用代码, GB 32100-2015): 18 characters, the last of which is a check
 * digit with weights 3^i modulo 31.
 */
export function isCreditCode(code: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(code)) return false;
  let sum = 0;
  let weight = 1;
  for (const digit of code.slice(0, 17)) {
    sum += DIGITS.indexOf(digit) * weight;
    weight = (weight * 3) % 31;
  }
  return DIGITS[(31 - (sum % 31)) % 31] === code[17];
}
