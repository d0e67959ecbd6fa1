import { pageText } from '#src/i18n/texts.ts';
import { loginPath } from './login-redirect.ts';
import { notify } from './notify.ts';

/**
 * Says "please log in first" (spec section 6) and shows the way to the login page, which leads back here. Links with
 * `data-login-first` do this by themselves (frame.ts); without scripts they simply lead to the login page.
 */
export function askToLogIn(): void {
  const href = loginPath(location.pathname + location.search);
  notify(pageText('common:loginFirst'), 'error', { href, label: pageText('common:signIn') });
}
