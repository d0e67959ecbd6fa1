import { isForOperator } from '#src/server/core/operator-error.ts';
import { progress } from './progress.ts';
import { withDatabase } from './with-database.ts';

/*
 * `npm run enterprise -- COMMAND`: approves enterprises that registered themselves (docs/operations.md).
 */

const USAGE = `usage: npm run enterprise -- COMMAND

  list                  list the enterprises that registered themselves, with whom to ask about them
  approve KEY           vouch for one: messages show its name, and people who are no members get sign-in codes from it
  withdraw KEY          end that`;

const { step, say } = progress();
const [command = '', key = '', ...more] = process.argv.slice(2);
const isList = command === 'list' && key === '';
const isChange = (command === 'approve' || command === 'withdraw') && key !== '';
try {
  if (more.length === 0 && (isList || isChange)) {
    await withDatabase({ step, say }, async () => {
      if (isList) for (const line of await lines()) say(line);
      else await step(command, async (at) => at.detail(await change()));
    });
  } else {
    say(USAGE);
    process.exitCode = 2;
  }
} catch (error) {
  if (!isForOperator(error)) console.error(error);
  process.exitCode = 1;
}

async function change(): Promise<string> {
  const { setApproved } = await import('#src/server/company/approve-enterprise.ts');
  const changed = await setApproved(key, command === 'approve', new Date());
  return `${key} ${command === 'approve' ? 'is approved' : 'is not approved'}${changed ? '' : ' already'}`;
}

async function lines(): Promise<string[]> {
  const { listRegistered } = await import('#src/server/company/approve-enterprise.ts');
  const all = await listRegistered();
  if (all.length === 0) return ['No enterprise has registered itself.'];
  return all.map((each) =>
    [
      each.key,
      each.name,
      each.approvedAt ? `approved ${day(each.approvedAt)}` : 'NOT APPROVED',
      `registered ${day(each.registeredAt)} by ${each.registeredByPhone ?? 'an account without phone'}`,
      `contact ${each.contactName} ${each.contactPhone}`,
      each.creditCode ?? 'no credit code',
    ].join('  |  '),
  );
}

/** A function, because the command runs before later constants have their values. */
function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}
