import { integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { MessageLang, MessageText } from '#src/contract/rules/message.ts';
import { enterpriseId, gmtModified, id } from '#src/server/core/db/columns.ts';
import { atLeast } from '#src/server/core/db/constraints.ts';

/** Texts of a message that an enterprise has in place of those of the portal. */
export const messageTemplate = pgTable(
  'message_template',
  {
    enterpriseId: enterpriseId(),
    /** Stays when all texts are those of the portal again: its history has it. */
    id: id(),
    /** One of `TEMPLATES`. */
    kind: text('kind').notNull(),
    texts: jsonb('texts').$type<Partial<Record<MessageLang, MessageText>>>().notNull(),
    revision: integer('revision').notNull(),
    gmtModified: gmtModified(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.id] }), unique().on(t.enterpriseId, t.kind), atLeast(t.revision, 1)],
);
