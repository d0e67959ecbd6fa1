/* Rules for passwords (docs/specification.md, section "Passwords"), the same in the browser and on the server. */

/** Requirements for passwords. */
export type Requirement = 'length' | 'letter' | 'upper' | 'lower' | 'digit' | 'symbol';

const KINDS = {
  letter: /\p{L}/u,
  upper: /\p{Lu}/u,
  lower: /\p{Ll}/u,
  digit: /\d/,
  /** Anything that is neither letter nor digit, spaces included. */
  symbol: /[^\p{L}\d]/u,
};

type Rule = { min: number; max: number; kinds: (keyof typeof KINDS)[] };

/** `login`: a password for login, e.g. after a reset. `new`: a password set in the settings. */
export const PASSWORD_RULES = {
  login: { min: 6, max: 16, kinds: ['digit', 'letter', 'symbol'] },
  new: { min: 8, max: 30, kinds: ['upper', 'lower', 'digit', 'symbol'] },
} satisfies Record<string, Rule>;
export type PasswordRule = keyof typeof PASSWORD_RULES;

/** Requirements that this password does not meet. Characters are counted as code points, not as UTF-16 units. */
export function unmetRequirements(rule: PasswordRule, text: string): Requirement[] {
  const { min, max, kinds }: Rule = PASSWORD_RULES[rule];
  const length = [...text].length;
  const fits = length >= min && length <= max;
  return [...(fits ? [] : ['length' as const]), ...kinds.filter((kind) => !KINDS[kind].test(text))];
}

/** Key of an error text in namespace `errors`. */
export type PasswordProblem = 'field.passwordRequired' | 'field.loginPassword' | 'field.newPassword';

/** Validates a login password: 6 to 16 characters, digits, letters and symbols. @returns the error key, or null */
export function loginPasswordProblem(text: string): PasswordProblem | null {
  if (text === '') return 'field.passwordRequired';
  return unmetRequirements('login', text).length > 0 ? 'field.loginPassword' : null;
}

/** Validates a password set in the settings: 8 to 30 characters, both cases, digits and special characters. */
export function newPasswordProblem(text: string): PasswordProblem | null {
  if (text === '') return 'field.passwordRequired';
  return unmetRequirements('new', text).length > 0 ? 'field.newPassword' : null;
}
