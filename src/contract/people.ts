import { z } from 'zod';
import { Email, PersonName, Phone, SignInEntry } from './account.ts';
import { BulkJob, chosenRows, isChosen, NOT_CHOSEN } from './bulk.ts';
import { Amount, Id, Instant, page, paged, saveOf, SeenRevision, sorted, whole } from './common.ts';
import { define } from './define.ts';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { ExportRecord } from './export.ts';
import { Invite } from './people-invitation.ts';
import { INVITATION_STATES } from './rules/invitation.ts';
import { BUNDLES } from './rules/rights.ts';

const Day = z.iso.date({ error: 'field.date' }).max(10, { error: 'field.date' });
const DayOrNone = z.union([Day, z.literal('').transform(() => null), z.null()], { error: 'field.date' }).default(null);
const Status = z.enum(['active', 'disabled']);

/** Filters of the table of people; also those of a change of all that it finds. */
export const PeopleFilter = z.object({
  keyword: z
    .string()
    .trim()
    .max(100)
    .optional()
    .meta({ description: 'name, its pinyin or initials, employee number, or the whole phone number' }),
  departmentId: Id.optional().meta({ description: 'with those below it' }),
  positionId: Id.optional(),
  superiorId: Id.optional(),
  status: Status.optional(),
  userType: z.enum(['1', '2', '3']).optional(),
  role: z.enum(['administrator', ...BUNDLES]).optional(),
  joinedFrom: Day.optional(),
  joinedTo: Day.optional(),
  missing: z.enum(['department', 'position', 'employeeNo', 'phone', 'signIn', 'password']).optional().meta({
    description:
      'members without it; `signIn`: without a session that is still known; `password`: without one of their own',
  }),
  invitation: z
    .enum(['none', ...INVITATION_STATES])
    .optional()
    .meta({ description: 'members with an invitation in this state' }),
  addedBy: Id.optional().meta({ description: 'members whom this import has added' }),
});

const Row = z.object({
  userId: Id,
  userName: z.string(),
  employeeNo: z.string().nullable(),
  phone: z.string().nullable().meta({ description: 'masked' }),
  departmentId: Id.nullable(),
  department: z.string().nullable(),
  positionId: Id.nullable(),
  post: z.string().nullable(),
  superiorName: z.string().nullable(),
  joinedOn: z.string().nullable(),
  userType: z.number().int(),
  isAdmin: z.boolean(),
  roles: z.array(z.enum(BUNDLES)).max(BUNDLES.length),
  status: Status,
  gmtCreate: Instant,
  lastSeenAt: Instant.nullable(),
  revision: z.number().int(),
  canChange: z.boolean().meta({ description: 'the viewer may change the member' }),
});

const Person = Row.omit({ roles: true }).extend({
  nickname: z.string().nullable(),
  sex: z.number().int(),
  email: z.string().nullable(),
  phone: z.string().nullable().meta({ description: 'in full for those who may change the member, else masked' }),
  phoneUnverified: z.boolean(),
  superiorId: Id.nullable(),
  headPortrait: z.string().nullable(),
  hasPassword: z.boolean(),
  disabledAt: Instant.nullable(),
  erasedAt: Instant.nullable(),
  gmtCreate: Instant,
  transfer: z
    .object({ id: Id, onDay: z.string(), department: z.string().nullable(), post: z.string().nullable() })
    .nullable()
    .meta({ description: 'a transfer on a day to come' }),
  mergedInto: z
    .object({ userId: Id, userName: z.string() })
    .nullable()
    .meta({ description: 'the record of the same person that this one was merged into' }),
  merged: z
    .array(z.object({ userId: Id, userName: z.string(), gmtCreate: Instant }))
    .max(MAX_ITEMS.factItems)
    .meta({ description: 'records that were merged into this one, the latest first' }),
  hours: z.record(z.string(), Amount).meta({ description: 'total, by kind of hours' }),
  counts: z.object({
    courses: z.number().int(),
    completed: z.number().int(),
    attempts: z.number().int(),
    passed: z.number().int(),
    certificates: z.number().int(),
  }),
});

const Reason = z.string().trim().max(200, { error: 'field.tooLong' }).default('');
/** What a transfer of several members changes; what is left out stays as each of them has it. */
const NewPlace = z
  .object({
    departmentId: Id.nullable().optional(),
    positionId: Id.nullable().optional(),
    superiorId: Id.nullable().optional(),
    onDay: Day.meta({ description: 'in the time zone of the enterprise' }),
    reason: Reason,
  })
  .refine(
    ({ departmentId, positionId, superiorId }) => [departmentId, positionId, superiorId].some((id) => id !== undefined),
    {
      path: ['departmentId'],
      error: 'field.required',
    },
  );

const Order = sorted('userName', 'employeeNo', 'department', 'post', 'joinedOn', 'gmtCreate');
const OfPerson = paged(10).extend({ userId: Id });

/** People of the enterprise, for their managers (docs/specification.md, section "People"). */
export const people = define({
  'POST /user/auth/people/page': {
    summary: 'List the members that the viewer manages or may see, by name',
    auth: 'people.read',
    input: paged().extend({
      ...PeopleFilter.shape,
      sort: Order,
    }),
    data: page(Row),
  },
  'GET /people/auth/activity/view': {
    summary: 'Get how many of the members that the viewer may see signed in and studied in each of the last weeks',
    auth: 'people.read',
    input: z.object({}),
    data: z.object({
      weeks: z
        .array(
          z.object({
            week: z.string().meta({ description: 'its Monday' }),
            signedIn: z.number().int().meta({ description: 'people' }),
            studied: z.number().int().meta({ description: 'people' }),
            hours: Amount.meta({ description: 'class hours that they earned' }),
          }),
        )
        .max(MAX_ITEMS.factItems)
        .meta({ description: 'the earliest first; counted once an hour' }),
      importCount: z.number().int().meta({ description: 'imports of people with wrong or failed rows' }),
    }),
  },
  'GET /user/auth/people/view': {
    summary: 'Get a member with numbers of what they did',
    auth: 'people.read',
    input: z.object({ userId: Id }),
    data: Person,
  },
  'POST /user/auth/people/save': {
    summary: 'Add a member, or change what the enterprise knows about one; 409 for an earlier revision',
    auth: 'people.write',
    input: saveOf(
      z.object({
        userId: Id.optional(),
        userName: PersonName.min(1, { error: 'field.nameRequired' }),
        employeeNo: z
          .string()
          .trim()
          .max(64, { error: 'field.tooLong' })
          .regex(/^([\p{L}\p{N}][\p{L}\p{N}._/-]*)?$/u, { error: 'field.employeeNo' })
          .default(''),
        phone: z.union([Phone, z.literal('')]).default(''),
        email: z.union([Email, z.literal('')]).default(''),
        sex: whole(1, 2).default(1),
        userType: whole(1, 3).default(1),
        departmentId: Id.nullable().default(null),
        positionId: Id.nullable().default(null),
        superiorId: Id.nullable().default(null),
        joinedOn: DayOrNone,
        revision: SeenRevision,
      }),
      'revision',
      'userId',
    ),
    data: z.object({ userId: Id }),
  },
  'POST /user/auth/people/consequences': {
    summary: 'Say what disabling or transferring a member changes',
    auth: 'people.write',
    input: z.object({ userId: Id }),
    data: z.object({
      openAttempts: z.number().int().meta({ description: 'running attempts at exams, which go on' }),
      openTasks: z.number().int().meta({ description: 'running tasks' }),
      sessions: z.number().int().meta({ description: 'open sessions in this enterprise' }),
      headOf: z
        .array(z.string())
        .max(MAX_ITEMS.organisationDepartments)
        .meta({ description: 'departments that the member heads' }),
      superiorOf: z.number().int().meta({ description: 'members who report to this one' }),
      grants: z.number().int().meta({ description: 'roles' }),
    }),
  },
  'PUT /user/auth/people/status': {
    summary: 'Disable a member, whose sessions end, or enable one again',
    auth: 'people.write',
    input: z.object({ userId: Id, status: Status }),
    data: z.object({ status: Status }),
  },
  'POST /user/auth/people/transfer': {
    summary: 'Give a member another department, position or superior, now, since a day or on a day to come',
    auth: 'people.write',
    input: z.object({
      userId: Id,
      departmentId: Id.nullable(),
      positionId: Id.nullable(),
      superiorId: Id.nullable(),
      onDay: Day.meta({ description: 'in the time zone of the enterprise' }),
      reason: Reason,
    }),
    data: z.object({ isPlanned: z.boolean() }),
  },
  'DELETE /user/auth/people/transfer/cancel': {
    summary: 'Cancel a transfer on a day to come',
    auth: 'people.write',
    input: z.object({ id: Id }),
    data: z.null(),
  },
  'POST /user/auth/people/password/reset': {
    summary: 'Replace the password of a member by a random one, to be replaced at the next sign-in; all sessions end',
    auth: 'people.write',
    input: z.object({ userId: Id }),
    data: z.object({ password: z.string().meta({ description: 'stored nowhere' }) }),
  },
  'POST /user/auth/people/factor/reset': {
    summary: 'Remove the second factor of a member who has lost it; the member is told, and all sessions end',
    auth: 'people.write',
    proof: true,
    input: z.object({ userId: Id }),
    data: z.object({ removed: z.boolean().meta({ description: 'false: there was none' }) }),
  },
  'POST /user/auth/people/session/end': {
    summary: 'End the sessions of a member in this enterprise',
    auth: 'people.write',
    input: z.object({ userId: Id }),
    data: z.object({ count: z.number().int() }),
  },
  'POST /user/auth/people/bulk/consequences': {
    summary: 'Say what disabling, transferring, signing out or inviting several members changes, in sums',
    auth: 'people.write',
    input: z.object(chosenRows(PeopleFilter)).refine(isChosen, NOT_CHOSEN),
    data: z.object({
      count: z.number().int(),
      active: z.number().int(),
      unchangeable: z.number().int().meta({ description: 'members whom the viewer may see and not change' }),
      openAttempts: z.number().int().meta({ description: 'running attempts at exams, which go on' }),
      openTasks: z.number().int().meta({ description: 'running tasks of members' }),
      sessions: z.number().int().meta({ description: 'open sessions in this enterprise' }),
      headOf: z.number().int().meta({ description: 'departments that they head' }),
      superiorOf: z.number().int().meta({ description: 'other members who report to one of them' }),
      grants: z.number().int().meta({ description: 'roles' }),
      registered: z.number().int().meta({ description: 'members who have set a password, and so cannot be invited' }),
      noPhone: z.number().int().meta({ description: 'others without a phone number' }),
      noEmail: z.number().int().meta({ description: 'others without an e-mail address' }),
    }),
  },
  'POST /user/auth/people/bulk/save': {
    summary: 'Begin to disable, enable, transfer, sign out or invite several members; a job does so, one by one',
    auth: 'people.write',
    input: z
      .object({
        ...chosenRows(PeopleFilter),
        kind: z.enum(['disable', 'enable', 'transfer', 'endSessions', 'invite']),
        transfer: NewPlace.optional().meta({ description: 'only of a transfer' }),
        invitation: Invite.optional().meta({ description: 'only of invitations' }),
      })
      .refine(isChosen, NOT_CHOSEN)
      .refine(({ kind, invitation }) => (kind === 'invite') === Boolean(invitation), {
        path: ['invitation'],
        error: 'field.required',
      })
      .refine(({ kind, transfer }) => (kind === 'transfer') === Boolean(transfer), {
        path: ['transfer'],
        error: 'field.required',
      }),
    data: BulkJob,
  },
  'POST /user/auth/people/export': {
    summary:
      'Request an export of the members that a filter of the list finds; phone numbers in full for those who may change the member',
    auth: 'people.read',
    input: PeopleFilter.extend({ sort: Order }),
    data: ExportRecord,
  },
  'POST /user/auth/people/course/page': {
    summary: 'List the courses that a member studies, the latest first',
    auth: 'people.read',
    input: OfPerson,
    data: page(
      z.object({
        courseId: Id,
        title: z.string(),
        studyProgress: z.number().int(),
        status: z.enum(['learning', 'completed']),
        studySeconds: z.number().int(),
        startedAt: Instant,
        completedAt: Instant.nullable(),
      }),
    ),
  },
  'POST /user/auth/people/task/page': {
    summary: 'List the tasks of a member, the latest first',
    auth: 'people.read',
    input: OfPerson,
    data: page(
      z.object({
        taskId: Id,
        title: z.string(),
        taskProgress: z.number().int(),
        startAt: Instant,
        endAt: Instant,
        completedAt: Instant.nullable(),
      }),
    ),
  },
  'POST /user/auth/people/exam/page': {
    summary:
      'List the attempts of a member at exams, the latest first; results that are not announced yet without a score',
    auth: 'people.read',
    input: OfPerson,
    data: page(
      z.object({
        attemptId: Id,
        title: z.string(),
        number: z.number().int(),
        state: z.enum(['open', 'submitted', 'marked', 'voided']),
        score: Amount.nullable(),
        passed: z.boolean().nullable(),
        startedAt: Instant,
        submittedAt: Instant.nullable(),
      }),
    ),
  },
  'POST /user/auth/people/certificate/page': {
    summary: 'List the certificates of a member, the latest first',
    auth: 'people.read',
    input: OfPerson,
    data: page(
      z.object({
        id: Id,
        certificateName: z.string(),
        certificateNo: z.string(),
        status: z.enum(['held', 'expired', 'revoked']),
        issuedAt: Instant,
        expiresAt: Instant.nullable(),
      }),
    ),
  },
  'POST /user/auth/people/sign-in/page': {
    summary:
      'List the sign-ins of a member to this enterprise in the last 90 days, and refused tries, the latest first',
    auth: 'people.read',
    input: OfPerson,
    data: page(SignInEntry),
  },
  'POST /user/auth/people/session/page': {
    summary: 'List the sessions of a member in this enterprise that are still known, the latest first',
    auth: 'people.read',
    input: OfPerson,
    data: page(
      z.object({
        id: Id,
        way: z.string(),
        kind: z.enum(['desktop', 'phone', 'tablet']),
        browser: z.string().nullable(),
        system: z.string().nullable(),
        address: z.string().nullable(),
        place: z.string().nullable().meta({ description: 'country of the address' }),
        gmtCreate: Instant,
        lastUsedAt: Instant,
        isOpen: z.boolean(),
      }),
    ),
  },
});
