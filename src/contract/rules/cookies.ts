/** Cookie with the token of a session; pages are rendered with it, the browser sends it as a header. */
export const TOKEN_COOKIE = 'ET_WEB_TOKEN';

/**
 * Cookie with the id of the enterprise that this browser logged in to last (docs/specification.md, section
 * "Enterprises"). The browser sets it at login and removes it at sign-out; the server reads it on hosts that name no
 * tenant.
 */
export const ENTERPRISE_COOKIE = 'enterpriseId';
