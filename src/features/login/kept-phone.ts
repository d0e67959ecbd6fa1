/** Storage key of this tab. Phone numbers must not be in URLs, which are logged. */
const KEY = 'phone';

/** Keeps the entered phone number for the next form of this tab. */
export function keepPhone(phone: string): void {
  sessionStorage.setItem(KEY, phone);
}

/** The phone that was kept, or an empty text. */
export function keptPhone(): string {
  return sessionStorage.getItem(KEY) ?? '';
}
