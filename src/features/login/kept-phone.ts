/** Key in this tab's storage: a phone number does not belong into addresses, which end up in logs. */
const KEY = 'phone';

/** Keeps the phone somebody typed for the next form of this tab that asks for it. */
export function keepPhone(phone: string): void {
  sessionStorage.setItem(KEY, phone);
}

/** The phone that was kept, or an empty text. */
export function keptPhone(): string {
  return sessionStorage.getItem(KEY) ?? '';
}
