/** What a code is for; `confirm` goes to the viewer's own phone. */
export type Purpose = 'login' | 'reset' | 'phone' | 'confirm';
/** To which phone the last code went (empty: the viewer's own), and until when there is no other (ms of this machine's clock). */
type Sent = { phone: string; until: number };

const keyOf = (purpose: Purpose) => `code:${purpose}`;

/** Keeps in this tab that a code was sent, so that the wait outlives a reload. The server counts for itself. */
export function keepSentCode(purpose: Purpose, phone: string, seconds: number): void {
  const sent: Sent = { phone, until: Date.now() + seconds * 1000 };
  sessionStorage.setItem(keyOf(purpose), JSON.stringify(sent));
}

/** The phone to which a code is on its way, and the seconds until another one can be sent; null: there is none. */
export function sentCode(purpose: Purpose): { phone: string; seconds: number } | null {
  const kept = sessionStorage.getItem(keyOf(purpose));
  if (!kept) return null;
  const { phone, until } = JSON.parse(kept) as Sent;
  const seconds = Math.ceil((until - Date.now()) / 1000);
  return seconds > 0 ? { phone, seconds } : null;
}
