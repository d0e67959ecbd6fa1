/** HttpOnly cookie that binds a way out to a provider and back to the browser that began it. */
export const BROWSER_COOKIE = 'zhixing_browser';
