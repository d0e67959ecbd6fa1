/**
 * When the sections of a paper end. A break moves those that are not over; the server does the same (save-break.ts). So does
 * the time for which the paper was waited for (confirm-received.ts).
 * @param questions of the paper as it was opened
 */
export function createSectionEnds(questions: { endsAt: string | null }[]) {
  const ends = new Map<string, number>();
  for (const { endsAt } of questions) if (endsAt !== null) ends.set(endsAt, Date.parse(endsAt));
  return {
    /** Moves the ends after a moment. @param ms negative: a break has ended earlier than planned */
    shift(ms: number, after: string): void {
      for (const [original, end] of ends) if (end > Date.parse(after)) ends.set(original, end + ms);
    },
    /** Takes over the ends of the same paper as the server has just sent it; it sends no questions during a break. */
    adopt(sent: { endsAt: string | null }[]): void {
      for (const [i, { endsAt }] of sent.entries()) {
        const original = questions[i]?.endsAt;
        if (original && endsAt) ends.set(original, Date.parse(endsAt));
      }
    },
    /** The current end of a section. @param endsAt its end when the paper was opened */
    now: (endsAt: string): string => new Date(ends.get(endsAt) ?? Date.parse(endsAt)).toISOString(),
  };
}
