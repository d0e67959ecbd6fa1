import { eq } from 'drizzle-orm';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { messageTemplate } from '#src/server/message/tables.ts';
import type { message } from '#src/contract/message.ts';
import type { Inputs } from '../scene.ts';

const KIND = 'mail.invitation';
const text = (mark: string) => ({ subject: `Hello ${mark}`, body: `{{site}} ${mark}\n\n{{link}}` });

const revisionOf = (enterpriseId: string) =>
  withTenant(enterpriseId, async (db) => {
    const rows = await db.select().from(messageTemplate).where(eq(messageTemplate.enterpriseId, enterpriseId));
    return rows[0]?.revision ?? 0;
  });

/** Valid inputs of the texts of messages. */
export const messageInputs: Inputs<keyof typeof message> = {
  'POST /system/auth/message/template/page': () => ({}),
  'GET /system/auth/message/template/view': () => ({ kind: KIND }),
  'PUT /system/auth/message/template/save': async ({ world }) => ({
    ...{ kind: KIND, revision: await revisionOf(world.tenant.id) },
    texts: { zh: text(world.mark), en: null },
  }),
  'POST /system/auth/message/template/test': ({ world }) => ({ kind: KIND, lang: 'en', text: text(world.mark) }),
};
