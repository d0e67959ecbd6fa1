/** Cookie with the token of a session; pages are rendered with it, the browser sends it as a header. */
export const TOKEN_COOKIE = 'ET_WEB_TOKEN';
