import { z } from 'zod';
import { MESSAGE_CHANNELS, MESSAGE_LANGS, MESSAGE_LENGTH } from './rules/message.ts';
import { Id, Instant, page, paged, whole } from './common.ts';
import { define } from './define.ts';

/* Texts of notices, e-mails and text messages (docs/specification.md, section "Texts of messages"). */

const Kind = z.string().max(80, { error: 'field.invalid' });
const Lang = z.enum(MESSAGE_LANGS, { error: 'field.invalid' });
const Text = z.object({
  /** Null: this message has no subject. */
  subject: z.string().max(MESSAGE_LENGTH.subject, { error: 'field.tooLong' }).nullable(),
  body: z.string().max(MESSAGE_LENGTH.body, { error: 'field.tooLong' }),
});
const Changed = z.object({
  /** Null: the text of the portal. */
  zh: Text.nullable(),
  en: Text.nullable(),
});
const Channel = z.enum(MESSAGE_CHANNELS, { error: 'field.invalid' });
const Value = z.union([
  z.string(),
  z.number(),
  z.array(z.object({ text: z.string(), url: z.string().optional() })).max(10),
]);

export const message = define({
  'POST /system/auth/message/template/page': {
    summary: 'List the messages that the portal sends, with their texts in both languages',
    auth: 'content.manage',
    input: paged().extend({
      channel: Channel.optional(),
      /** Part of a text. */
      keyword: z.string().trim().max(100, { error: 'field.tooLong' }).optional(),
      changed: z.boolean().optional().meta({ description: 'only those with, or without, a text of the enterprise' }),
    }),
    data: page(
      z.object({
        kind: Kind,
        channel: Channel,
        /** What is sent in each language. */
        zh: Text,
        en: Text,
        changed: z.array(Lang).max(2),
        changedAt: Instant.nullable(),
      }),
    ),
  },
  'GET /system/auth/message/template/view': {
    summary: 'Get a message: its texts, what may stand in them, and an example',
    auth: 'content.manage',
    input: z.object({ kind: Kind }),
    data: z.object({
      kind: Kind,
      channel: Channel,
      hasSubject: z.boolean(),
      placeholders: z
        .array(
          z.object({
            name: z.string(),
            kind: z.enum(['text', 'link', 'list']),
            isRequired: z.boolean(),
            inSubject: z.boolean(),
          }),
        )
        .max(20),
      builtIn: z.object({ zh: Text, en: Text }),
      texts: Changed,
      example: z.object({ zh: z.record(z.string(), Value), en: z.record(z.string(), Value) }),
      revision: z.number().int(),
      /** Names its history; null: it was never changed. */
      id: Id.nullable(),
      /** Whether the user can get a test: `off`, the portal sends no e-mail; `unconfirmed`, the user has no address. */
      test: z.enum(['off', 'unconfirmed', 'ready']),
      /** No operator vouches for the enterprise: its texts are not used. */
      isOwnTextRefused: z.boolean(),
      /** The provider of text messages has its own approved texts. */
      isFixedByProvider: z.boolean(),
    }),
  },
  'PUT /system/auth/message/template/save': {
    summary: 'Replace the texts of a message, or go back to those of the portal; the next message has them',
    auth: 'content.manage',
    input: z.object({ kind: Kind, revision: whole(0, 2_000_000_000), texts: Changed }),
    data: z.object({ kind: Kind, id: Id, revision: z.number().int(), texts: Changed }),
  },
  'POST /system/auth/message/template/test': {
    summary: 'Send a text with its example to the user by e-mail; it need not be stored',
    auth: 'content.manage',
    input: z.object({ kind: Kind, lang: Lang, text: Text }),
    data: z.object({ email: z.string() }),
  },
});
