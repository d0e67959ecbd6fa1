import { sql } from 'drizzle-orm';
import { check, date, foreignKey, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import {
  type Channel,
  CHANNELS,
  DELIVERY_REASONS,
  DELIVERY_STATES,
  type DeliveryReason,
  type DeliveryState,
  MESSAGE_KINDS,
  type MessageKind,
} from '#src/contract/rules/requirement.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { enterpriseId, gmtCreate, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';
import { requirement } from './requirement.ts';

/**
 * A reminder of a requirement, or a digest to a superior about those of a day. The unique key lets nobody be told the same twice,
 * whatever was killed or ran at the same time (decision 094).
 */
export const requirementMessage = pgTable(
  'requirement_message',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    kind: text('kind').$type<MessageKind>().notNull(),
    /** Null: a digest. */
    requirementId: uuid('requirement_id'),
    /** Who gets it. */
    userId: uuid('user_id').notNull(),
    /** The last day on which the requirement is fulfilled in time; of a digest its own day. */
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    /** `before:7`, `due`, `after:1` (in weeks), `digest`, `manual:2026-03-01`, `test:` with the time. */
    step: text('step').notNull(),
    /** The digest that tells the superior of it. */
    digestId: uuid('digest_id'),
    /** Who sent it by hand, or to themselves. */
    createdBy: uuid('created_by'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique('requirement_message_once')
      .on(t.enterpriseId, t.userId, t.requirementId, t.dueOn, t.step)
      .nullsNotDistinct(),
    foreignKey({
      name: 'requirement_message_requirement_fk',
      columns: [t.enterpriseId, t.requirementId],
      foreignColumns: [requirement.enterpriseId, requirement.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'requirement_message_digest_fk',
      columns: [t.enterpriseId, t.digestId],
      foreignColumns: [t.enterpriseId, t.id],
    }),
    memberKey(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.createdBy),
    index().on(t.enterpriseId, t.gmtCreate, t.id),
    index().on(t.enterpriseId, t.requirementId, t.gmtCreate),
    index('requirement_message_digest')
      .on(t.enterpriseId, t.digestId)
      .where(sql`digest_id is not null`),
    oneOf(t.kind, MESSAGE_KINDS),
    check('requirement_message_digest_check', sql`(${t.kind} = 'digest') = (${t.requirementId} is null)`),
  ],
);

/** What became of a message on each of the channels of this installation. */
export const requirementDelivery = pgTable(
  'requirement_delivery',
  {
    enterpriseId: enterpriseId(),
    messageId: uuid('message_id').notNull(),
    channel: text('channel').$type<Channel>().notNull(),
    state: text('state').$type<DeliveryState>().notNull(),
    reason: text('reason').$type<DeliveryReason>(),
    attempts: integer('attempts').notNull().default(0),
    /** When it is tried, or, of `sending`, taken for interrupted. */
    nextAt: moment('next_at').notNull(),
    doneAt: moment('done_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.messageId, t.channel] }),
    foreignKey({
      name: 'requirement_delivery_message_fk',
      columns: [t.enterpriseId, t.messageId],
      foreignColumns: [requirementMessage.enterpriseId, requirementMessage.id],
    }).onDelete('cascade'),
    index('requirement_delivery_waiting')
      .on(t.enterpriseId, t.channel, t.nextAt)
      .where(sql`state in ('queued', 'sending')`),
    oneOf(t.channel, CHANNELS),
    oneOf(t.state, DELIVERY_STATES),
    oneOf(t.reason, DELIVERY_REASONS),
    atLeast(t.attempts, 0),
    check('requirement_delivery_done_check', sql`(${t.state} in ('queued', 'sending')) = (${t.doneAt} is null)`),
  ],
);
