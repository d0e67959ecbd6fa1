import { uuid } from '#src/lib/uuid.ts';

/** Key of localStorage: by it the server recognises this browser after a new login. */
const DEVICE_KEY = 'exam-device';

/** Random key of this browser. */
export function deviceKey(): string | undefined {
  try {
    const key = localStorage.getItem(DEVICE_KEY) ?? uuid();
    localStorage.setItem(DEVICE_KEY, key);
    return key;
  } catch {
    // Storage is blocked: the server recognises the browser by its session only.
    return undefined;
  }
}
