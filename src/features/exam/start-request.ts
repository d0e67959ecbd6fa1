/** Key of sessionStorage. */
const REQUESTED = 'exam-start';

/**
 * The start button was pressed in this tab. The page of the exam hall starts an attempt only then: a link to it, sent by somebody
 * else, must not.
 */
export function requestStart(examId: string): void {
  sessionStorage.setItem(REQUESTED, examId);
}

export function isStartRequested(examId: string): boolean {
  return sessionStorage.getItem(REQUESTED) === examId;
}

/** The attempt was started. */
export function forgetStart(): void {
  sessionStorage.removeItem(REQUESTED);
}
