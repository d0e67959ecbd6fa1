import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { leaveFor } from '#src/client/leave.ts';
import { keepSession } from '#src/client/session.ts';

/**
 * Continues in another enterprise: with a new session in this page's host, or on the enterprise's own host. Returns only
 * when the person did not agree to its texts; otherwise the browser is leaving this page.
 * @param home where a session of this host leads
 * @param ask asks for consent when the enterprise requires it
 * @throws ApiError
 */
export async function enterCompany(
  enterpriseId: string,
  home: string,
  ask: () => Promise<boolean>,
  agreed?: boolean,
): Promise<void> {
  try {
    const { session, url } = await api(
      'POST /user/auth/user/info/choose/enterprise',
      { enterpriseId, agreed },
      { isShowErrTip: false },
    );
    if (session) keepSession(session);
    // The list is replaced in the history: it has changed meanwhile.
    await leaveFor(url ?? home, 'replace');
  } catch (error) {
    if (!(error instanceof ApiError) || !error.fields.agreed || agreed) throw error;
    if (await ask()) await enterCompany(enterpriseId, home, ask, true);
  }
}
