import type { SealedSms } from '#src/server/account/code/sms/seal-sms.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import { unseal } from '#src/server/core/seal.ts';

/** Messages that wait in the queue for a phone, oldest first. API tests run no workers, so they stay there. */
export async function messagesTo(phone: string): Promise<SealedSms[]> {
  const rows = await withPortal(async (_db, client) => {
    const answer = await client.query<{ data: { sealed: string } }>(
      `select data from pgboss.job where name = 'send-sms' order by created_on, id`,
    );
    return answer.rows;
  });
  return rows.map(({ data }) => JSON.parse(unseal(data.sealed)) as SealedSms).filter((sms) => sms.phone === phone);
}

/** The newest code for a phone. */
export async function codeTo(phone: string): Promise<string> {
  const sms = (await messagesTo(phone)).at(-1);
  if (!sms) throw new Error(`No code for ${phone}`);
  return sms.code;
}
