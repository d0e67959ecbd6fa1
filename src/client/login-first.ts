import { pageText } from '#src/i18n/texts.ts';
import { loginPath } from './login-redirect.ts';
import { notify } from './notify.ts';

/**
 * Shows "please log in first" with a link to the login page, which returns here. Links with `data-login-first` do this
 * by themselves (frame.ts); without scripts they simply lead to the login page.
 */
export function askToLogIn(): void {
  const href = loginPath(location.pathname + location.search);
  notify(pageText('common:loginFirst'), 'error', { href, label: pageText('common:signIn') });
}
