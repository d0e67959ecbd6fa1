/** Cookie with the language that a visitor has chosen (spec section 4). */
export const LANGUAGE_COOKIE = 'i18n_redirected';
