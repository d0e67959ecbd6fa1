import { z } from 'zod';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { Code, given, isOrdered, item, Line, list, Moment, Phone, Whole } from './fields.ts';

const Location = item({
  latitude: z.number().min(-90, 'should be from -90 to 90').max(90, 'should be from -90 to 90'),
  longitude: z.number().min(-180, 'should be from -180 to 180').max(180, 'should be from -180 to 180'),
  /** Metres. */
  radius: z
    .int('should be a whole number')
    .min(20, 'should be from 20 to 5000')
    .max(5_000, 'should be from 20 to 5000'),
});
const Attendance = item({ phone: Phone, state: z.enum(['present', 'late', 'early', 'absent']) });
const minutes = Whole.max(600, 'should be at most 600');
const people = list(Phone, MAX_ITEMS.trainingSeats).default([]);

/** A session of an offline class. */
export const TrainingSession = item({
  code: Code,
  title: Line.optional(),
  place: Line,
  room: Line.optional(),
  start: Moment,
  end: Moment,
  capacity: z
    .int('should be a whole number')
    .min(1, 'should be at least 1')
    .max(MAX_ITEMS.trainingSeats, `should be at most ${MAX_ITEMS.trainingSeats}`),
  /** Beside the lecturer of the course. */
  lecturer: Code.optional(),
  signInFrom: minutes.default(30),
  lateAfter: minutes.default(10),
  earlyLeave: minutes.default(10),
  signOutRequired: z.boolean().default(false),
  earlyCounts: z.boolean().default(false),
  location: Location.optional(),
  booked: people,
  waiting: people,
  /** Confirmed attendance of a session that is over. */
  attendance: list(Attendance, MAX_ITEMS.trainingSeats).optional(),
}).superRefine(
  ({ start, end, capacity, booked, waiting, attendance }, context) => {
    const wrong = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
    if (!isOrdered(start, end)) wrong('end', 'should be later than start');
    if (booked.length > capacity) wrong('booked', `has more people than places (${capacity})`);
    const seats = [...booked, ...waiting];
    if (new Set(seats).size < seats.length) wrong('waiting', 'names a person who has a place already');
    if (waiting.length > 0 && booked.length < capacity) wrong('waiting', 'people wait although there are places');
    if (attendance?.some(({ phone }) => !booked.includes(phone)))
      wrong('attendance', 'names a person who is not in "booked"');
  },
  given('start', 'end', 'capacity', 'booked', 'waiting', 'attendance'),
);
export type TrainingSession = z.infer<typeof TrainingSession>;
