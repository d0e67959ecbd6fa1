import { z } from 'zod';
import { chosenRows, isChosen, NOT_CHOSEN } from './bulk.ts';
import { Empty, Id, Instant, page, paged, sorted } from './common.ts';
import { define } from './define.ts';
import { ExportRecord, TableFormat } from './export.ts';
import { Day, Keyword, MatrixFilter, Person, State } from './requirement-parts.ts';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { CHANNELS, DELIVERY_REASONS, DELIVERY_STATES, MESSAGE_KINDS } from './rules/requirement.ts';

const MessageFilter = z.object({
  keyword: Keyword.meta({ description: 'name or number of who got it' }),
  requirementId: Id.optional(),
  kind: z.enum(MESSAGE_KINDS).optional(),
  channel: z.enum(CHANNELS).optional(),
  state: z.enum(DELIVERY_STATES).optional().meta({ description: 'on the channel of the filter, else on any' }),
  from: Day.optional(),
  to: Day.optional(),
});
const Order = sorted('gmtCreate');
const Delivery = z.object({
  channel: z.enum(CHANNELS),
  state: z.enum(DELIVERY_STATES),
  reason: z.enum(DELIVERY_REASONS).nullable(),
  doneAt: Instant.nullable(),
});

/** Reminders of requirements, and what became of each (decision 094). */
export const requirementMessage = define({
  'POST /course/auth/requirement/message/page': {
    summary: 'List messages about requirements to people whom the viewer may see, the newest first',
    auth: 'training.read',
    input: paged().extend({ ...MessageFilter.shape, sort: Order }),
    data: page(
      Person.extend({
        id: Id,
        kind: z.enum(MESSAGE_KINDS),
        title: z.string().nullable().meta({ description: 'of the requirement; null: a digest' }),
        step: z.string().meta({
          description: '`before:7` days, `due`, `after:2` weeks, `digest`, `manual:` and `test:` with their times',
        }),
        dueOn: Day,
        people: z.number().int().meta({ description: 'whom a digest is about' }),
        byName: z.string().nullable().meta({ description: 'who sent it by hand' }),
        gmtCreate: Instant,
        deliveries: z.array(Delivery).max(CHANNELS.length),
      }),
    ),
  },
  'POST /course/auth/requirement/message/export': {
    summary: 'Request an export of the messages that a filter of the list finds',
    auth: 'training.read',
    input: MessageFilter.extend({ sort: Order, format: TableFormat }),
    data: ExportRecord,
  },
  'POST /course/auth/requirement/message/count': {
    summary: 'Say how many of the chosen people would be reminded of a requirement now, and when',
    auth: 'training.write',
    input: z.object({ requirementId: Id, ...chosenRows(MatrixFilter) }).refine(isChosen, NOT_CHOSEN),
    data: z.object({
      chosen: z.number().int(),
      reminded: z.number().int().meta({ description: 'who have not fulfilled it and were not reminded by hand today' }),
      byMail: z.number().int(),
      bySms: z.number().int(),
      waits: z.boolean().meta({ description: 'it is night: they are sent in the morning' }),
    }),
  },
  'POST /course/auth/requirement/message/test': {
    summary: 'Send a reminder of a requirement to oneself, on every channel that one has',
    auth: 'training.write',
    input: z.object({ requirementId: Id }),
    data: z.object({ id: Id, deliveries: z.array(Delivery).max(CHANNELS.length) }),
  },
  'POST /course/auth/requirement/report/own': {
    summary: 'List what the people whose superior one is have not fulfilled, the most urgent first',
    auth: 'enterprise',
    input: Empty,
    data: z.object({
      list: z
        .array(
          z.object({
            userId: Id,
            userName: z.string(),
            requirementId: Id,
            title: z.string(),
            state: State,
            dueAt: Instant.nullable(),
          }),
        )
        .max(MAX_ITEMS.reportRequirements),
    }),
  },
});
