import { loginPath } from './login-redirect.ts';
import { notify } from './notify.ts';

/**
 * Says "please log in first" (spec section 6) and shows the way to the login page, which leads back here. Links with
 * `data-login-first` do this by themselves (frame.ts); without scripts they simply lead to the login page.
 */
export function askToLogIn(): void {
  const texts = document.getElementById('toasts')?.dataset;
  const href = loginPath(location.pathname + location.search);
  notify(texts?.loginText, 'error', { href, label: texts?.loginLabel ?? '' });
}
