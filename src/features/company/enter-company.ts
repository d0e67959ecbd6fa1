import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { leaveFor } from '#src/client/leave.ts';
import { keepSignIn } from '#src/client/session.ts';

/**
 * Switches to another enterprise: with a new session on this host, or on the enterprise's own host. Returns only if the
 * user did not accept its texts; otherwise the browser leaves this page.
 * @param home target page on this host
 * @param ask asks for consent if the enterprise requires it
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
    const next = session ? keepSignIn(session, home).path : home;
    // Replaces the list in the history, because it has changed.
    await leaveFor(url ?? next, 'replace');
  } catch (error) {
    if (!(error instanceof ApiError) || !error.fields.agreed || agreed) throw error;
    if (await ask()) await enterCompany(enterpriseId, home, ask, true);
  }
}
