/** What a code is for; `confirm` goes to the viewer's own phone or address. */
export type Purpose = 'login' | 'reset' | 'phone' | 'email' | 'confirm';
/**
 * Phone number or e-mail address of the last code (empty: the viewer's own), and the time until which no other can be sent (ms, local
 * clock).
 */
type Sent = { to: string; until: number };

const keyOf = (purpose: Purpose) => `code:${purpose}`;

/**
 * Stores in this tab that a code was sent, so that the countdown survives a reload. The server enforces its own limit.
 */
export function keepSentCode(purpose: Purpose, to: string, seconds: number): void {
  const sent: Sent = { to, until: Date.now() + seconds * 1000 };
  sessionStorage.setItem(keyOf(purpose), JSON.stringify(sent));
}

/** The recipient of the last code, and the seconds until another one can be sent; null: none. */
export function sentCode(purpose: Purpose): { to: string; seconds: number } | null {
  const kept = sessionStorage.getItem(keyOf(purpose));
  if (!kept) return null;
  const { to, until } = JSON.parse(kept) as Sent;
  const seconds = Math.ceil((until - Date.now()) / 1000);
  return seconds > 0 ? { to, seconds } : null;
}
