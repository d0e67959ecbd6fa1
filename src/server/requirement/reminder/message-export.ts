import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { ExportInput } from '#src/contract/export.ts';
import { CHANNELS } from '#src/contract/rules/requirement.ts';
import type { Context } from '#src/server/core/context.ts';
import type { Column, ExportList } from '#src/server/export/export-list.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { asking, managedBy, PERSON_COLUMNS } from '../matrix-export.ts';
import { checkRequirement, MESSAGE, messageOrder, messagesFrom, type StoredMessage } from './message-log.ts';

type Input = OperationInput<'POST /course/auth/requirement/message/export'>;

/** Export of messages about requirements, with what became of them on each channel. */
export const messageExport: ExportList<StoredMessage> = {
  query: (asked) => {
    const filter = asked.input as Input & ExportInput;
    return sql`select ${MESSAGE} ${messagesFrom(asking(asked), filter)} order by ${messageOrder(filter.sort)}`;
  },
  columns: (t) => [
    { name: 'time', width: 18, type: 'time', value: ({ gmtCreate }) => new Date(gmtCreate) },
    { name: 'kind', width: 14, type: 'text', value: ({ kind }) => t(`requirement:message.kind.${kind}`) },
    { name: 'requirement', width: 32, type: 'text', value: ({ title }) => title },
    { name: 'dueOn', width: 14, type: 'text', value: ({ dueOn, kind }) => (kind === 'digest' ? null : dueOn) },
    ...PERSON_COLUMNS,
    ...CHANNELS.map((channel): Column<StoredMessage> => {
      const of = ({ deliveries }: StoredMessage) => deliveries?.find((each) => each.channel === channel);
      return {
        ...{ name: 'state', width: 22, type: 'text', header: t(`requirement:message.channel.${channel}`) },
        value: (row) => {
          const found = of(row);
          if (!found) return null;
          const state = t(`requirement:message.state.${found.state}`);
          return found.reason ? `${state} · ${t(`requirement:message.reason.${found.reason}`)}` : state;
        },
      };
    }),
    { name: 'sentBy', width: 16, type: 'text', value: ({ byName }) => byName },
  ],
};

/** Requests an export of messages. @throws AppError 404 for a requirement that does not exist; 429 like `requestExport` */
export async function exportMessages(ctx: Context, input: Input) {
  await checkRequirement(ctx, input.requirementId);
  return requestExport(ctx, 'requirementMessages', { ...input, ...managedBy(ctx) });
}
