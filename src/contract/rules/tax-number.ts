/** Characters of a unified social credit code, by their value (GB 32100-2015). */
const CODE = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** Returns a tax number as it is stored: capitals, without spaces, dots and hyphens. */
export const plainTaxNumber = (text: string): string => text.replace(/[\s.-]/g, '').toUpperCase();

/**
 * Whether a plain tax number can be one: a unified social credit code of China with the right check character, an older number of 15 or 20
 * characters, or a VAT identification number, which begins with the two letters of a country (docs/specification.md, section
 * "Organisation centre").
 */
export function isTaxNumber(text: string): boolean {
  if (text.length === WEIGHTS.length + 1) return isCreditCode(text);
  return /^[0-9A-Z]{15}$|^[0-9A-Z]{20}$|^[A-Z]{2}[0-9A-Z]{5,12}$/.test(text);
}

function isCreditCode(text: string): boolean {
  const values = [...text].map((character) => CODE.indexOf(character));
  if (values.includes(-1)) return false;
  const sum = WEIGHTS.reduce((all, weight, i) => all + weight * values[i]!, 0);
  return (CODE.length - (sum % CODE.length)) % CODE.length === values.at(-1);
}
