/** Cookie with the language that a visitor has chosen. */
export const LANGUAGE_COOKIE = 'i18n_redirected';
