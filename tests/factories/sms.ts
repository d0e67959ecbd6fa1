import type { SealedMail } from '#src/server/account/code/code-mail.ts';
import type { SealedSms } from '#src/server/account/code/sms/seal-sms.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { unseal } from '#src/server/core/seal.ts';

/** Returns the queued messages to a phone number, oldest first. API tests run no workers, so messages stay queued. */
export async function messagesTo(phone: string): Promise<SealedSms[]> {
  return (await sealedJobs<SealedSms>('send-sms')).map(({ content }) => content).filter((sms) => sms.phone === phone);
}

/** Returns the queued e-mails with a code to an address, with their jobs, oldest first. */
export async function mailJobsTo(email: string): Promise<{ data: Jobs['send-code-mail']; content: SealedMail }[]> {
  return (await sealedJobs<SealedMail>('send-code-mail')).filter(({ content }) => content.to === email);
}

async function sealedJobs<Content>(name: 'send-sms' | 'send-code-mail') {
  const rows = await withPortal(async (_db, client) => {
    const text = 'select data from pgboss.job where name = $1 order by created_on, id';
    return (await client.query<{ data: { sealed: string } }>(text, [name])).rows;
  });
  return rows.map(({ data }) => ({ data, content: JSON.parse(unseal(data.sealed)) as Content }));
}

/** Returns the newest code sent to a phone number. */
export async function codeTo(phone: string): Promise<string> {
  const sms = (await messagesTo(phone)).at(-1);
  if (!sms) throw new Error(`No code for ${phone}`);
  return sms.code;
}
