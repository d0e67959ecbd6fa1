import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { verifyDisputeFile } from '#src/server/exam/verify-dispute-file.ts';

/*
 * `npm run verify -- FILE [--key HEX | --from https://learn.example.com]`: checks a dispute file of an exam without the database
 * (docs/operations.md). Exits with 1 if anything is wrong.
 */

const USAGE = 'usage: npm run verify -- FILE [--key HEX | --from https://learn.example.com]';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' }, from: { type: 'string' } },
});
const [path] = positionals;
if (!path || positionals.length > 1 || (values.key && values.from)) {
  console.log(USAGE);
  process.exitCode = 1;
} else {
  const trusted = values.key?.toLowerCase() ?? (values.from ? await keyOf(values.from) : undefined);
  const { problems, content, publicKey, withheld, answers } = verifyDisputeFile(await readFile(path), trusted);
  for (const problem of problems) console.log(`✗ ${problem}`);
  if (content && problems.length === 0) {
    console.log(`✓ ${content.exam.title}, attempt ${content.attempt.number} of ${content.candidate.userName}`);
    console.log(`✓ ${content.rows.length} rows of the journal, chained without a gap`);
    if (answers) console.log(`✓ ${Object.keys(answers).length} counted answers, which the receipt covers`);
    else console.log('– the counted answers are not all in this dispute file');
    if (withheld > 0) console.log(`– the contents of ${withheld} rows are not in this dispute file; their digests are`);
    console.log(
      trusted ? '✓ signed by this installation' : `– signed with ${publicKey}: compare it, or give --key or --from`,
    );
  }
  process.exitCode = problems.length > 0 ? 1 : 0;
}

/** Reads the public key that an installation publishes. */
async function keyOf(origin: string): Promise<string> {
  const answer = await fetch(new URL('/gateway/exam/api/evidence/key', origin));
  const { data } = (await answer.json()) as { data?: { publicKey?: string } };
  if (!data?.publicKey) throw new Error(`${origin} publishes no key.`);
  return data.publicKey;
}
