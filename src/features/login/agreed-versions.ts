/** Storage key: versions of user agreement and privacy policy that were accepted in this browser. */
const KEY = 'agreed';

/** A consent text of the tenant in its current version. */
export type Agreement = { code: 'agreement' | 'privacy'; version: number };

const versionsOf = (agreements: Agreement[]) => agreements.map(({ code, version }) => `${code}:${version}`).join();

/** Whether exactly these versions were accepted in this browser before. */
export function wereAgreed(agreements: Agreement[]): boolean {
  return localStorage.getItem(KEY) === versionsOf(agreements);
}

/** Stores the accepted versions after the server has confirmed. */
export function keepAgreed(agreements: Agreement[]): void {
  localStorage.setItem(KEY, versionsOf(agreements));
}
