import { textOf } from '#src/client/use-form.ts';
import type { Data } from '#src/contract/calls.ts';
import type { Translate } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { dateTimeText, inZone } from '#src/lib/dates.ts';
import type { Difference } from '../kit/ConflictView.tsx';
import type { Change, ChangeText } from '../kit/History.tsx';
import type { Conflict, Version } from '../kit/use-editor.ts';

export type RunView = Data<'GET /course/auth/training/run/view'>;
/** What is planned of a session, with times in the time zone of the enterprise: `2026-11-23T14:00`. */
export type SessionValues = Pick<
  RunView,
  | 'title'
  | 'place'
  | 'roomId'
  | 'lecturerId'
  | 'assistantIds'
  | 'capacity'
  | 'waitingList'
  | 'passRequired'
  | 'signInFrom'
  | 'lateAfter'
  | 'earlyLeave'
  | 'signOutRequired'
  | 'earlyCounts'
  | 'location'
> & { room: string; startAt: string; endAt: string; bookingUntil: string | null };

const LOCAL = 'YYYY-MM-DDTHH:mm';

/** What is stored of a session. */
export function sessionVersion(session: RunView, timeZone: string): Version<SessionValues> & { values: SessionValues } {
  const local = (at: string) => inZone(at, timeZone).format(LOCAL);
  const { title, place, room, roomId, lecturerId, assistantIds, capacity, waitingList, passRequired } = session;
  const { signInFrom, lateAfter, earlyLeave, signOutRequired, earlyCounts, location, bookingUntil } = session;
  return {
    values: {
      ...{ title, place, room: room ?? '', roomId, lecturerId, assistantIds, capacity, waitingList, passRequired },
      ...{ signInFrom, lateAfter, earlyLeave, signOutRequired, earlyCounts, location },
      ...{ startAt: local(session.startAt), endAt: local(session.endAt) },
      bookingUntil: bookingUntil && local(bookingUntil),
    },
    revision: session.revision,
  };
}

/** A new session. @param day its first day, as YYYY-MM-DD; undefined: none */
export const newSession = (day: string | undefined): SessionValues => ({
  ...{ title: '', place: '', room: '', roomId: null, lecturerId: null, assistantIds: [], bookingUntil: null },
  ...{ ...timesOn(day), capacity: 20, waitingList: true, passRequired: false, location: null },
  ...{ signInFrom: 30, lateAfter: 10, earlyLeave: 10, signOutRequired: false, earlyCounts: false },
});

/** Times with which a new session of a day begins, which are changed as needed; without a day none. */
export const timesOn = (day: string | undefined) =>
  day ? { startAt: `${day}T09:00`, endAt: `${day}T10:00` } : { startAt: '', endAt: '' };

/** The fields of a session as they are typed. Where it must be to sign in is no field of the calendar. */
export function fieldsOf(values: FormData): Omit<SessionValues, 'location'> {
  const number = (name: string) => Number(textOf(values, name));
  return {
    ...{ title: textOf(values, 'title'), place: textOf(values, 'place'), room: textOf(values, 'room') },
    roomId: textOf(values, 'roomId') || null,
    lecturerId: textOf(values, 'lecturerId') || null,
    startAt: textOf(values, 'startAt'),
    endAt: textOf(values, 'endAt'),
    bookingUntil: textOf(values, 'bookingUntil') || null,
    waitingList: values.has('waitingList'),
    passRequired: values.has('passRequired'),
    assistantIds: values.getAll('assistantIds').map(String),
    ...{ capacity: number('capacity'), signInFrom: number('signInFrom') },
    ...{ lateAfter: number('lateAfter'), earlyLeave: number('earlyLeave') },
    ...{ signOutRequired: values.has('signOutRequired'), earlyCounts: values.has('earlyCounts') },
  };
}

const PARTS = [
  ...(['title', 'startAt', 'endAt', 'place', 'lecturerId', 'assistantIds', 'capacity', 'bookingUntil'] as const),
  ...(['waitingList', 'passRequired', 'signInFrom', 'lateAfter', 'earlyLeave'] as const),
  ...(['signOutRequired', 'earlyCounts', 'location'] as const),
];
/** What differs between versions; `place` is the room of the list, or the address and room that were typed. */
export type SessionPart = (typeof PARTS)[number];

/** What is needed to say the settings of a session in words. */
export type SessionWords = {
  t: Translate;
  /** Of the parts that the form has. */
  labels: Partial<Record<SessionPart | 'room', string>>;
  rooms: readonly { id: string; name: string; address: string }[];
  lecturers: readonly { id: string; name: string }[];
};

function partText(values: SessionValues, part: SessionPart, { t, rooms, lecturers }: SessionWords): string {
  const nameOf = (id: string) => lecturers.find((each) => each.id === id)?.name ?? id;
  if (part === 'place') {
    const chosen = rooms.find(({ id }) => id === values.roomId);
    return (chosen ? [chosen.name, chosen.address] : [values.room, values.place]).filter(Boolean).join(' · ');
  }
  if (part === 'assistantIds') return values.assistantIds.map(nameOf).sort().join('\n');
  if (part === 'lecturerId') return values.lecturerId === null ? '' : nameOf(values.lecturerId);
  if (part === 'location') {
    const { latitude, longitude, radius } = values.location ?? {};
    return values.location ? `${latitude}, ${longitude} (${radius} m)` : '';
  }
  const value = values[part];
  if (typeof value === 'boolean') return t(value ? 'admin:history.yes' : 'admin:history.no');
  return part === 'title' ? values.title : String(value ?? '').replace('T', ' ');
}

/** Where two versions of a session differ, in the order of its form. */
export function sessionDifferences(
  { base, mine, theirs }: Conflict<SessionValues>,
  words: SessionWords,
): Difference<SessionPart>[] {
  return PARTS.flatMap((name) => {
    const label = words.labels[name];
    const [own, before, other] = [mine, base.values, theirs.values].map((of) => partText(of, name, words));
    if (label === undefined || own === other) return [];
    return { name, label, mine: own!, theirs: other!, isTheirs: own === before };
  });
}

/** What was typed, with the chosen parts of another version. What the form does not have is theirs. */
export function mergedSession(
  { mine, theirs: { values: theirs } }: Conflict<SessionValues>,
  taken: ReadonlySet<SessionPart>,
  { labels }: SessionWords,
): SessionValues {
  const chosen = PARTS.filter((part) => taken.has(part) || labels[part] === undefined);
  const of = Object.fromEntries(chosen.map((part) => [part, theirs[part]])) as Partial<SessionValues>;
  const { roomId, room } = theirs;
  return { ...mine, ...of, ...(chosen.includes('place') && { roomId, room }) };
}

/** A change of the history of a session, in words. */
export function sessionChange(
  { name, before, after }: Change,
  { t, labels, lecturers }: SessionWords,
  [timeZone, locale]: [string, Locale],
): ChangeText {
  const label = labels[name as SessionPart];
  const text = (value: Change['after']) => {
    if (name === 'lecturerId') return lecturers.find(({ id }) => id === value)?.name ?? '';
    if (typeof value === 'boolean') return t(value ? 'admin:history.yes' : 'admin:history.no');
    const isTime = name === 'startAt' || name === 'endAt' || name === 'bookingUntil';
    return isTime && value ? dateTimeText(String(value), timeZone, locale) : String(value ?? '');
  };
  return {
    label: label ?? name,
    ...(before !== undefined && { before: text(before) }),
    ...(after !== undefined && { after: text(after) }),
  };
}
