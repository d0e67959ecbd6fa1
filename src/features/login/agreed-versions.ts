/** Key in this browser's storage: versions of agreement and privacy that somebody accepted here. */
const KEY = 'agreed';

/** An agreement text of the tenant in its present version. */
export type Agreement = { code: 'agreement' | 'privacy'; version: number };

const versionsOf = (agreements: Agreement[]) => agreements.map(({ code, version }) => `${code}:${version}`).join();

/** Whether these very versions were accepted in this browser before. */
export function wereAgreed(agreements: Agreement[]): boolean {
  return localStorage.getItem(KEY) === versionsOf(agreements);
}

/** Keeps that they were accepted, once the server has taken it. */
export function keepAgreed(agreements: Agreement[]): void {
  localStorage.setItem(KEY, versionsOf(agreements));
}
