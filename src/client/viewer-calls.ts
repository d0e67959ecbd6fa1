import { ApiError } from './api-error.ts';
import { type Api, reportError, failureText } from './api.ts';
import { $viewer } from './session.store.ts';
import { endSession } from './session-state.ts';

/** The code with which the gateway refuses a call because nobody is logged in. */
const NOT_LOGGED_IN = 300;

/**
 * For pages that have something to lose: calls for the user of this page only. While they are not logged in, nothing is
 * sent. When the session has ended, or a call is refused because somebody else has logged in, all islands are told
 * (`SignedOutNote`), instead of leaving the page for the login page.
 */
export function viewerCalls(call: Api): Api {
  const refusal = () => new ApiError(NOT_LOGGED_IN, '');
  return (async (name: Parameters<Api>[0], input: never, options: Parameters<Api>[2] = {}) => {
    if (!$viewer.get()) throw refusal();
    try {
      return await call(name, input, { ...options, _No_dispose: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.needsLogin) endSession();
      else if (error.code === 404 && !(await (await import('./refresh-session.ts')).isStillLoggedIn())) throw refusal();
      else if (!options._No_dispose) {
        const [method, path] = name.split(' ') as [string, string];
        reportError(error, options.isShowErrTip !== false, failureText(method, path));
      }
      throw error;
    }
  }) as Api;
}

/** Writes an error to the console, unless the page says it: nobody is logged in. */
export function warn(error: unknown): void {
  if (!(error instanceof ApiError && error.needsLogin)) console.warn(error);
}
