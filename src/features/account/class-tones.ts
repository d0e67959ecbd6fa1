/** Badges of the states of a class with a date. */
export const CLASS_TONES = {
  booked: 'badge-soft badge-success',
  waiting: 'badge-soft badge-warning',
  planned: 'badge-ghost',
  live: 'badge-soft badge-error',
} as const;
