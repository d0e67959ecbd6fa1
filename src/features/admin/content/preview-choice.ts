/** Cookie with the user's choice to see no preview beside the form, so that the server renders it so. */
const COOKIE = 'admin_preview';
const HIDDEN = 'hidden';
/** Seconds that the choice is kept. */
const YEAR = 365 * 86_400;

type Cookies = { get: (name: string) => { value: string } | undefined };

/** Whether an editor begins with the preview beside its form. */
export const hasPreview = (cookies: Cookies): boolean => cookies.get(COOKIE)?.value !== HIDDEN;

/** Keeps the choice for the next editor that is opened. */
export function keepPreviewChoice(isShown: boolean): void {
  document.cookie = `${COOKIE}=${isShown ? '' : HIDDEN}; max-age=${isShown ? 0 : YEAR}; path=/; samesite=lax`;
}
