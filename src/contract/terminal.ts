import { z } from 'zod';
import { Session } from './account.ts';
import { ById, Empty, Id, Instant, page, paged, saveOf, SeenRevision, sorted, whole } from './common.ts';
import { define } from './define.ts';
import { ExportRecord } from './export.ts';
import { IDLE_SECONDS, isBadge, isPin, isSimplePin, MAX_PEOPLE, SESSION_MINUTES } from './rules/terminal.ts';

/** A PIN that is checked. */
const Pin = z.string().max(20, { error: 'field.pin' }).refine(isPin, { error: 'field.pin' });
/** A PIN that is chosen. */
const NewPin = Pin.refine((pin) => !isSimplePin(pin), { error: 'field.pinSimple' });
const Badge = z.string().trim().max(60, { error: 'field.badge' }).refine(isBadge, { error: 'field.badge' });
const EmployeeNo = z.string().trim().min(1, { error: 'field.required' }).max(60, { error: 'field.tooLong' });
const Keyword = z.string().trim().max(100).optional();
const People = z.array(Id).min(1, { error: 'field.required' }).max(MAX_PEOPLE, { error: 'field.tooLong' });

/** What administrators set. */
const settings = {
  name: z.string().trim().min(1, { error: 'field.required' }).max(60, { error: 'field.tooLong' }),
  place: z.string().trim().max(100, { error: 'field.tooLong' }).nullable(),
  /** Members of this department and those below it may sign in; null: all members. */
  departmentId: Id.nullable(),
  sessionMinutes: whole(SESSION_MINUTES.min, SESSION_MINUTES.max),
  idleSeconds: whole(IDLE_SECONDS.min, IDLE_SECONDS.max),
  allowsStudy: z.boolean(),
  allowsExams: z.boolean(),
  badgeNeedsPin: z.boolean(),
};

const Terminal = z.object({
  ...settings,
  id: Id,
  department: z.string().nullable().meta({ description: 'path of the department' }),
  /** `new`: no device yet; `revoked`: none any more. */
  state: z.enum(['new', 'active', 'revoked']),
  registeredAt: Instant.nullable(),
  lastSeenAt: Instant.nullable().meta({ description: 'accurate to a minute' }),
  revision: z.number().int(),
});

/** A session at a terminal, as its bar shows it. */
const TerminalSession = z.object({
  endsAt: Instant,
  serverTime: Instant,
  idleSeconds: z.number(),
  inExam: z.boolean().meta({ description: 'an attempt is open: the session lasts until its end' }),
});

const PeopleFilter = { keyword: Keyword, state: z.enum(['noPin', 'locked', 'noBadge', 'badge']).optional() };

/** Who may use terminals, with the state of PIN and badge. */
const TerminalPerson = z.object({
  userId: Id,
  userName: z.string(),
  employeeNo: z.string().nullable(),
  department: z.string().nullable(),
  pin: z.enum(['none', 'initial', 'own', 'locked']),
  badgeSince: Instant.nullable(),
});

/** A sign-in at a terminal. */
const TerminalSignIn = z.object({
  id: Id,
  outcome: z.enum(['opened', 'refused']),
  by: z.enum(['number', 'badge']).nullable().meta({ description: 'employee number or badge; null: refused' }),
  reason: z.string().nullable().meta({ description: 'key of the message; null: not refused' }),
  gmtCreate: Instant,
  userId: Id.nullable(),
  userName: z.string().nullable().meta({ description: 'null: nobody has such a number or badge' }),
  employeeNo: z.string().nullable(),
  department: z.string().nullable(),
});

export const terminalCalls = define({
  'POST /user/auth/terminal/page': {
    summary: 'List the shared terminals, by name or place; by name',
    auth: 'admin',
    input: paged(10).extend({
      keyword: Keyword,
      state: z.enum(['new', 'active', 'revoked']).optional(),
      sort: sorted('name', 'lastSeenAt'),
    }),
    data: page(Terminal),
  },
  'GET /user/auth/terminal/at/view': {
    summary: 'Get a shared terminal with its place',
    auth: 'admin',
    input: ById,
    data: z.object({ id: Id, name: z.string(), place: z.string().nullable() }),
  },
  'POST /user/auth/terminal/sign-in/page': {
    summary: 'List who signed in at a terminal in the last 90 days, and what was refused there, newest first',
    auth: 'admin',
    input: paged(10).extend({ id: Id }),
    data: page(TerminalSignIn).extend({
      isMore: z.boolean().meta({ description: 'there are more than the newest 10,000, which are counted' }),
    }),
  },
  'POST /user/auth/terminal/save': {
    summary: 'Add a shared terminal, or change one',
    auth: 'admin',
    input: saveOf(
      z.object({
        ...settings,
        /** Missing: a new one. */
        id: Id.optional(),
        revision: SeenRevision,
      }),
    ),
    data: z.object({ id: Id }),
  },
  'POST /user/auth/terminal/code/issue': {
    summary: 'Issue the code with which a device becomes this terminal, once, within ten minutes',
    auth: 'admin',
    input: ById,
    data: z.object({ code: z.string(), url: z.string(), expiresAt: Instant }),
  },
  'PUT /user/auth/terminal/revoke': {
    summary: 'Revoke a terminal now: its device is unknown, and a session at it has ended',
    auth: 'admin',
    input: ById,
    data: ById,
  },
  'POST /user/auth/terminal/person/page': {
    summary: 'List the members with the state of their PIN and badge, by name, employee number or department',
    auth: 'admin',
    input: paged(10, MAX_PEOPLE).extend({
      ...PeopleFilter,
      sort: sorted('userName', 'employeeNo', 'department'),
    }),
    data: page(TerminalPerson),
  },
  'POST /user/auth/terminal/pin/issue': {
    summary: 'Give members new initial PINs, which are returned once; each chooses another at the first sign-in',
    auth: 'admin',
    input: z.object({ userIds: People }),
    data: z
      .array(z.object({ userId: Id, userName: z.string(), employeeNo: z.string(), pin: z.string() }))
      .max(MAX_PEOPLE),
  },
  'PUT /user/auth/terminal/pin/unlock': {
    summary: 'Unlock the PIN of a member after too many wrong ones',
    auth: 'admin',
    input: z.object({ userId: Id }),
    data: Empty,
  },
  'POST /user/auth/terminal/badge/issue': {
    summary: 'Issue new badges to members; their earlier badges are invalid',
    auth: 'admin',
    input: z.object({ userIds: People }),
    data: z.object({ count: z.number().int() }),
  },
  'PUT /user/auth/terminal/badge/revoke': {
    summary: 'Revoke the badge of a member',
    auth: 'admin',
    input: z.object({ userId: Id }),
    data: Empty,
  },
  'POST /user/auth/terminal/badge/page': {
    summary: 'List the badges of active members with their numbers, for printing; by name',
    auth: 'admin',
    input: paged(10, MAX_PEOPLE).extend({ keyword: Keyword }),
    data: page(
      z.object({
        userId: Id,
        userName: z.string(),
        employeeNo: z.string().nullable(),
        department: z.string().nullable(),
        code: z.string(),
      }),
    ),
  },
  'POST /user/auth/terminal/badge/export': {
    summary:
      'Request the badges of all members that a filter finds as PDF, made by a job; an archive of several when they are many',
    auth: 'admin',
    input: z.object({
      ...PeopleFilter,
      issue: z.boolean().default(false).meta({ description: 'whoever has no badge gets one' }),
    }),
    data: ExportRecord,
  },
  'POST /user/api/terminal/register': {
    summary: 'Make this browser a shared terminal with the code of an administrator; sets the cookie of the device',
    auth: 'public',
    input: z.object({
      code: z
        .string()
        .max(20, { error: 'field.code' })
        .overwrite((text) => text.replace(/\D/g, ''))
        .regex(/^\d{8}$/, { error: 'field.terminalCode' }),
    }),
    data: z.object({ name: z.string() }),
  },
  'GET /user/api/terminal/view': {
    summary: 'Get the terminal that this browser is; null: none, and its cookie is removed',
    auth: 'public',
    input: Empty,
    data: z.object({
      terminal: z
        .object({
          name: z.string(),
          place: z.string().nullable(),
          sessionMinutes: z.number(),
          badgeNeedsPin: z.boolean(),
          allowsStudy: z.boolean(),
          allowsExams: z.boolean(),
        })
        .nullable(),
    }),
  },
  'POST /user/api/terminal/login': {
    summary:
      'Log in at this terminal with employee number and PIN, or with a badge; the session is as long as the terminal says',
    auth: 'public',
    input: z
      .object({
        employeeNo: EmployeeNo.optional(),
        badge: Badge.optional(),
        pin: Pin.optional(),
        /** In place of an initial PIN. */
        newPin: NewPin.optional(),
        agreed: z.boolean().optional(),
      })
      .refine(({ employeeNo, badge }) => (employeeNo === undefined) !== (badge === undefined), {
        error: 'field.required',
        path: ['employeeNo'],
      }),
    data: Session,
  },
  'GET /user/auth/terminal/session/view': {
    summary: 'Get the end of the session at this terminal; an open attempt prolongs it until its end',
    auth: 'enterprise',
    input: Empty,
    data: TerminalSession,
  },
  'POST /user/auth/terminal/session/prolong': {
    summary: 'Prolong the session at this terminal with PIN or badge: it begins again',
    auth: 'enterprise',
    input: z.object({ pin: Pin.optional(), badge: Badge.optional() }),
    data: TerminalSession,
  },
  'PUT /user/auth/terminal/session/end': {
    summary: 'End the session at this terminal; the browser clears what it has stored (`Clear-Site-Data`)',
    auth: 'enterprise',
    input: Empty,
    data: Empty,
  },
  'GET /user/auth/pin/view': {
    summary: 'Get the state of the viewer’s PIN, and whether the enterprise has terminals',
    auth: 'enterprise',
    input: Empty,
    data: z.object({
      state: z.enum(['none', 'initial', 'own', 'locked']),
      employeeNo: z.string().nullable(),
      hasTerminals: z.boolean(),
      needsPassword: z.boolean(),
    }),
  },
  'PUT /user/auth/pin/save': {
    summary: 'Set the viewer’s PIN for shared terminals; needs the password of those who have one',
    auth: 'enterprise',
    input: z.object({ pin: NewPin, password: z.string().max(128, { error: 'field.tooLong' }).optional() }),
    data: Empty,
  },
});
