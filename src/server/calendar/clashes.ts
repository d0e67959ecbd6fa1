export type Timed = {
  id: string;
  startAt: Date;
  endAt: Date;
  status: string;
  roomId: string | null;
  place: string | null;
  room: string | null;
  /** The lecturer and the assistants. */
  lecturerIds: readonly string[];
};
export type Clash = 'room' | 'lecturer';

/** Where something takes place: its room of the list, or the room that was typed; null: not known. */
export const roomOf = ({ roomId, place, room }: Pick<Timed, 'roomId' | 'place' | 'room'>): string | null =>
  roomId ?? (room ? `${place ?? ''}/${room}`.toLowerCase() : null);

/** What takes place at the same time as something else in its room, or with its lecturer. Cancelled ones take no place. */
export function clashesOf(entries: readonly Timed[]): Map<string, Clash[]> {
  const found = new Map<string, Set<Clash>>();
  const active = entries.filter(({ status }) => status !== 'cancelled');
  const mark = (kind: Clash, keysOf: (entry: Timed) => readonly string[]) => {
    const groups = new Map<string, Timed[]>();
    for (const entry of active) for (const key of keysOf(entry)) groups.set(key, [...(groups.get(key) ?? []), entry]);
    for (const group of groups.values()) {
      const sorted = group.toSorted((a, b) => +a.startAt - +b.startAt);
      // The one that lasts longest of those that have begun.
      let last: Timed | undefined;
      for (const entry of sorted) {
        if (last && entry.startAt < last.endAt)
          for (const { id } of [entry, last]) found.set(id, (found.get(id) ?? new Set()).add(kind));
        if (!last || entry.endAt > last.endAt) last = entry;
      }
    }
  };
  mark('room', (entry) => [roomOf(entry)].filter((room) => room !== null));
  mark('lecturer', ({ lecturerIds }) => lecturerIds);
  return new Map([...found].map(([id, kinds]) => [id, [...kinds]]));
}
