/** An event of a calendar file. */
export type CalendarEvent = {
  /** Unique in the world and the same for every version: calendars replace the event by it. */
  uid: string;
  title: string;
  description: string;
  place: string;
  url: string;
  startAt: Date;
  endAt: Date;
  /** Last change; a later version replaces an earlier one. */
  changedAt: Date;
  /** Number of its changes; by default made from the time of the last one. */
  sequence?: number;
  cancelled: boolean;
  /** It is not certain that it takes place for this reader, e.g. on a waiting list. */
  tentative?: boolean;
  /** The reader is not busy meanwhile, e.g. a deadline. */
  isFree?: boolean;
};

/** Octets of a line without its line break (RFC 5545, section 3.1). */
const LINE_OCTETS = 75;

/** Returns a calendar file (RFC 5545) with the events. Times are in UTC, so that the file needs no time zone. */
export function calendarFile(...events: CalendarEvent[]): string {
  return fileOf([], events);
}

/**
 * Returns a calendar that programs subscribe to: they read it again by themselves.
 * @param name of the calendar in these programs
 * @param minutes how often it is worth reading it again
 */
export function subscribedCalendar(
  { name, minutes }: { name: string; minutes: number },
  events: CalendarEvent[],
): string {
  const head = [
    `NAME:${escaped(name)}`,
    // The same for programs that are older than RFC 7986.
    `X-WR-CALNAME:${escaped(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:PT${minutes}M`,
    `X-PUBLISHED-TTL:PT${minutes}M`,
  ];
  return fileOf(head, events);
}

function fileOf(head: string[], events: CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Zhixing//Zhixing//EN',
    'METHOD:PUBLISH',
    ...head,
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const eventLines = (event: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  `DTSTAMP:${utc(event.changedAt)}`,
  `LAST-MODIFIED:${utc(event.changedAt)}`,
  `SEQUENCE:${event.sequence ?? Math.floor(event.changedAt.getTime() / 1000) % 2 ** 31}`,
  `DTSTART:${utc(event.startAt)}`,
  `DTEND:${utc(event.endAt)}`,
  `SUMMARY:${escaped(event.title)}`,
  ...(event.place ? [`LOCATION:${escaped(event.place)}`] : []),
  ...(event.description ? [`DESCRIPTION:${escaped(event.description)}`] : []),
  `URL:${event.url}`,
  `STATUS:${event.cancelled ? 'CANCELLED' : event.tentative ? 'TENTATIVE' : 'CONFIRMED'}`,
  ...(event.isFree ? ['TRANSP:TRANSPARENT'] : []),
  'END:VEVENT',
];

/** `20261123T060000Z` */
const utc = (at: Date) => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    // Other control characters are not allowed.
    .replace(/\p{Cc}/gu, '');

/** Breaks a long line between characters, never inside one: lengths are in octets of UTF-8. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      parts.push(part);
      part = '';
      // The space at the beginning of a continued line.
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}
