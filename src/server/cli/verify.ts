import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { systemNow } from '#src/lib/system-clock.ts';
import { readSignedFile } from '#src/server/core/signed-file.ts';
import { readToken } from '#src/server/core/signed-token.ts';
import { verifyCredential } from '#src/server/record/sheet/verify-credential.ts';
import { verifyDisputeFile } from '#src/server/exam/verify-dispute-file.ts';
import { AUDIT_FORMAT, type AuditFile, verifyAuditFile } from '#src/server/history/verify-audit-file.ts';
import type { Evidence } from '#src/server/requirement/evidence-format.ts';
import { verifyEvidence } from '#src/server/requirement/verify-evidence.ts';

/*
 * `npm run verify -- FILE [--key HEX | --from https://learn.example.com]`: checks a dispute file of an exam, evidence about a
 * requirement, an export of the audit log, or the signed credential of a certificate or a statement, without the database (docs/operations.md). Exits with 1 if anything is wrong.
 */

const USAGE = 'usage: npm run verify -- FILE [--key HEX | --from https://learn.example.com]';
const EVIDENCE = 'zhixing-requirement-evidence/1';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' }, from: { type: 'string' } },
});
const [path] = positionals;
if (!path || positionals.length > 1 || (values.key && values.from)) {
  console.log(USAGE);
  process.exitCode = 1;
} else {
  const file = await readFile(path);
  // A token begins with its header as JSON in base64.
  const isToken = file.subarray(0, 3).toString('latin1') === 'eyJ';
  const trusted =
    values.key?.toLowerCase() ?? (values.from ? await (isToken ? tokenKeyOf : keyOf)(values.from) : undefined);
  const opened = isToken ? readToken(file.toString('latin1'), trusted) : readSignedFile(file, trusted);
  const { problems, lines } =
    'problem' in opened
      ? { problems: [opened.problem], lines: [] }
      : 'payload' in opened
        ? verifyCredential(opened.payload, opened.kid, systemNow())
        : opened.content.format === EVIDENCE
          ? checkEvidence(opened.content as Evidence, opened.problems)
          : opened.content.format === AUDIT_FORMAT
            ? checkAuditFile(opened.content as AuditFile, opened.problems)
            : checkDispute(file, trusted);
  for (const problem of problems) console.log(`✗ ${problem}`);
  if (problems.length === 0 && !('problem' in opened)) {
    for (const line of lines) console.log(line);
    console.log(
      trusted
        ? isToken
          ? '✓ signed by this enterprise'
          : '✓ signed by this installation'
        : `– signed with ${opened.publicKey}: compare it, or give --key or --from`,
    );
  }
  process.exitCode = problems.length > 0 ? 1 : 0;
}

type Checked = { problems: string[]; lines: string[] };

function checkDispute(file: Buffer, trusted: string | undefined): Checked {
  const { problems, content, withheld, answers } = verifyDisputeFile(file, trusted);
  if (!content) return { problems, lines: [] };
  return {
    problems,
    lines: [
      `✓ ${content.exam.title}, attempt ${content.attempt.number} of ${content.candidate.userName}`,
      `✓ ${content.rows.length} rows of the journal, chained without a gap`,
      answers
        ? `✓ ${Object.keys(answers).length} counted answers, which the receipt covers`
        : '– the counted answers are not all in this dispute file',
      ...(withheld > 0 ? [`– the contents of ${withheld} rows are not in this dispute file; their digests are`] : []),
    ],
  };
}

function checkEvidence(evidence: Evidence, problems: string[]): Checked {
  const { person, requirement, on, state, computedAt, facts } = evidence;
  return {
    problems: [...problems, ...verifyEvidence(evidence)],
    lines: [
      `✓ ${person.userName}, ${requirement.title} (terms ${requirement.version}), on ${on}: ${state ?? 'not required'}`,
      `✓ computed at ${computedAt} from ${facts.length} facts, from which the state follows`,
    ],
  };
}

function checkAuditFile(file: AuditFile, problems: string[]): Checked {
  const { enterprise, count, entries, part, isLast, madeAt, issuedBy } = file;
  const last = entries.at(-1);
  return {
    problems: [...problems, ...verifyAuditFile(file)],
    lines: [
      `✓ audit log of ${enterprise}, file ${part}${isLast ? ', the last one' : ''}: ${count} entries in their order`,
      last ? `✓ from ${last.at} to ${entries[0]!.at}` : '– no entries',
      `✓ made at ${madeAt} for ${issuedBy}`,
    ],
  };
}

/** Reads the public key of an enterprise that verifies credentials. */
async function tokenKeyOf(origin: string): Promise<string> {
  const answer = await fetch(new URL('/certificates/key.json', origin));
  const { x } = (await answer.json()) as { x?: string };
  if (!x) throw new Error(`${origin} publishes no key.`);
  return Buffer.from(x, 'base64url').toString('hex');
}

/** Reads the public key that an installation publishes. */
async function keyOf(origin: string): Promise<string> {
  const answer = await fetch(new URL('/gateway/exam/api/evidence/key', origin));
  const { data } = (await answer.json()) as { data?: { publicKey?: string } };
  if (!data?.publicKey) throw new Error(`${origin} publishes no key.`);
  return data.publicKey;
}
