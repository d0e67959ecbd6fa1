/* Rules for passwords (spec section 5), the same in the browser and on the server. */

const DIGIT = /\d/;
const LETTER = /\p{L}/u;
const UPPER = /\p{Lu}/u;
const LOWER = /\p{Ll}/u;
/** Anything that is neither letter nor digit, spaces included. */
const SYMBOL = /[^\p{L}\d]/u;
const length = (text: string) => [...text].length;

/** Key of an error text in namespace `errors`. */
export type PasswordProblem = 'field.passwordRequired' | 'field.loginPassword' | 'field.newPassword';

/** A login password: 6 to 16 characters, digits, letters and symbols. @returns what is wrong with it, or null */
export function loginPasswordProblem(text: string): PasswordProblem | null {
  if (text === '') return 'field.passwordRequired';
  const fits = length(text) >= 6 && length(text) <= 16 && DIGIT.test(text) && LETTER.test(text) && SYMBOL.test(text);
  return fits ? null : 'field.loginPassword';
}

/** A password somebody changes to: 8 to 30 characters, upper and lower case, digits and special characters. */
export function newPasswordProblem(text: string): PasswordProblem | null {
  if (text === '') return 'field.passwordRequired';
  const fits =
    length(text) >= 8 && length(text) <= 30 && [DIGIT, UPPER, LOWER, SYMBOL].every((kind) => kind.test(text));
  return fits ? null : 'field.newPassword';
}
