/** A message of an app that a provider has shown to people. */
export type ShownCard = { people: string[]; title: string; text: string; url: string };

/** The messages of an app, which tests look at and limit while the provider runs. */
export type StandInMessages = {
  shown: ShownCard[];
  /** Calls, also those that were refused. */
  calls: number;
  /** Calls that are accepted until `allow` is called; null: any number. */
  left: number | null;
  /** Who does not see the app. */
  unseen: string[];
};

export const noMessages = (): StandInMessages => ({ shown: [], calls: 0, left: null, unseen: [] });

/** Counts a call. @returns whether it is within the limit */
export function isWithinLimit(messages: StandInMessages): boolean {
  messages.calls += 1;
  if (messages.left === null) return true;
  if (messages.left === 0) return false;
  messages.left -= 1;
  return true;
}

/** Shows a card to people, except to those to whom the same was shown before. */
export function show(messages: StandInMessages, { people, ...card }: ShownCard): void {
  const content = JSON.stringify(card);
  const had = new Set(
    messages.shown.filter(({ people: _, ...each }) => JSON.stringify(each) === content).flatMap((each) => each.people),
  );
  const fresh = people.filter((id) => !had.has(id));
  if (fresh.length > 0) messages.shown.push({ people: fresh, ...card });
}
