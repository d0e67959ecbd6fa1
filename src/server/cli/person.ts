import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { NamedMember } from '#src/server/account/person/find-member.ts';
import { isForOperator, OperatorError } from '#src/server/core/operator-error.ts';
import { progress } from './progress.ts';
import { withDatabase } from './with-database.ts';

/*
 * `npm run person -- COMMAND --enterprise KEY (--phone NUMBER | --employee-no NUMBER)`: manages one member of an enterprise
 * (docs/operations.md).
 */

const USAGE = `usage: npm run person -- COMMAND --enterprise KEY (--phone NUMBER | --employee-no NUMBER)

  disable               end the sessions in this enterprise and refuse further sign-ins
  enable                allow sign-ins again
  grant-admin           appoint as administrator
  revoke-admin          end the appointment
  reset-password        print a random password, to be replaced at the next sign-in
  reset-factor          remove the second factor of somebody who has lost it; all sessions end
  export --out FILE     write everything that the portal stores about the person to a JSON file
  erase --yes           erase the personal data; results stay without a name

  --force               also for the last administrator`;

const COMMANDS = [
  'disable',
  'enable',
  'grant-admin',
  'revoke-admin',
  'reset-password',
  'reset-factor',
  'export',
  'erase',
];

type Options = {
  enterprise?: string | undefined;
  phone?: string | undefined;
  'employee-no'?: string | undefined;
  out?: string | undefined;
  yes?: boolean | undefined;
  force?: boolean | undefined;
};

const { step, say } = progress();
try {
  const given = parse(process.argv.slice(2));
  if (given) await main(given);
  else {
    say(USAGE);
    process.exitCode = 2;
  }
} catch (error) {
  if (!isForOperator(error)) console.error(error);
  process.exitCode = 1;
}

/** Returns undefined for a command line that is not understood. */
function parse(args: string[]): { command: string; options: Options } | undefined {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { enterprise: text, phone: text, 'employee-no': text, out: text, yes: flag, force: flag },
    });
    const [command, ...more] = positionals;
    const known = COMMANDS.includes(command ?? '');
    const named = values.phone ?? values['employee-no'];
    return known && more.length === 0 && values.enterprise && named
      ? { command: command!, options: values }
      : undefined;
  } catch (error) {
    say((error as Error).message);
    return undefined;
  }
}

async function main({ command, options }: { command: string; options: Options }): Promise<void> {
  await withDatabase({ step, say }, () => step(command, async (at) => at.detail(await run(command, options))));
}

/** Writes the export to a new file that only its owner can read. */
async function writeExport(member: NamedMember, out: string | undefined, now: Date): Promise<string> {
  if (!out) throw new OperatorError('Name the file of the export: --out FILE.');
  if (existsSync(out)) throw new OperatorError(`${out} exists: name a new file.`);
  const { exportPerson } = await import('#src/server/privacy/export-person.ts');
  const data = await exportPerson(member, now);
  writeFileSync(out, JSON.stringify(data, null, 2), { mode: 0o600, flag: 'wx' });
  return `data of ${member.userName} written to ${out}`;
}

async function erase(member: NamedMember, confirmed: boolean, change: { now: Date; force: boolean }): Promise<string> {
  if (!confirmed)
    throw new OperatorError(
      `This erases the personal data of ${member.userName} at ${member.enterpriseName} and cannot be undone. Add --yes to go on.`,
    );
  const { erasePerson } = await import('#src/server/privacy/erase-person.ts');
  const account = await erasePerson(member, change);
  return account ? 'data and account erased' : 'data erased; the account is used by another enterprise and stays';
}

/** @returns what was done */
async function run(command: string, options: Options): Promise<string> {
  const { findMember } = await import('#src/server/account/person/find-member.ts');
  const { setAdministrator, setStatus } = await import('#src/server/account/person/change-member.ts');
  const { enterprise = '', phone, 'employee-no': employeeNo, force = false } = options;
  const member = await findMember(enterprise, { phone, employeeNo });
  const change = { now: new Date(), force };
  const said = (changed: boolean, text: string) => `${member.userName} ${changed ? text : `${text} already`}`;
  switch (command) {
    case 'disable':
      return said(await setStatus(member, 'disabled', change), 'is disabled');
    case 'enable':
      return said(await setStatus(member, 'active', change), 'is enabled');
    case 'grant-admin':
      return said(await setAdministrator(member, true, change), 'is an administrator');
    case 'revoke-admin':
      return said(await setAdministrator(member, false, change), 'is no administrator');
    case 'reset-password': {
      const { resetPassword } = await import('#src/server/account/person/reset-password.ts');
      return `initial password of ${member.userName}: ${await resetPassword(member, change.now)}`;
    }
    case 'reset-factor': {
      const { resetFactor } = await import('#src/server/account/person/reset-factor.ts');
      return said(await resetFactor(member, change.now), 'has no second factor');
    }
    case 'export':
      return writeExport(member, options.out, change.now);
    default:
      return erase(member, options.yes === true, change);
  }
}
