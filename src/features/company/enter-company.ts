import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { keepSession } from '#src/client/session.ts';
import { askConsent } from './consent-dialog.ts';

/**
 * Goes on in an enterprise: in this page's host with a new session, or over to its own host.
 * @param home where a session of this host leads
 * @returns false when the person did not agree to its texts; otherwise the browser is on its way
 * @throws ApiError
 */
export async function enterCompany(enterpriseId: string, home: string, agreed?: boolean): Promise<boolean> {
  try {
    const { session, url } = await api(
      'POST /user/auth/user/info/choose/enterprise',
      { enterpriseId, agreed },
      { _No_dispose: true },
    );
    if (session) keepSession(session);
    // `replace`: "back" leads to where the person was, not into a list that has changed meanwhile.
    location.replace(url ?? home);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || !error.fields.agreed || agreed) throw error;
    return (await askConsent()) && enterCompany(enterpriseId, home, true);
  }
}
