import { pathProblem } from '#src/contract/rules/course-tree.ts';
import { readArchive } from '#src/server/document/read-archive.ts';
import type { ImportEntry } from '../tables.ts';

const PROBLEMS = {
  ...{ encrypted: 'importEncrypted', tooLarge: 'importEntryTooLarge', unsupported: 'importUnsupported' },
  unsafe: 'importUnsafe',
} as const;

/** Lists the files of an archive, and which of them are left out, with the key of the reason. */
export async function run(archive: {
  storeKey: string;
  fileSize: number;
}): Promise<{ problem: string } | { entries: ImportEntry[] }> {
  const listed = await readArchive(archive);
  if ('problem' in listed) return { problem: listed.problem === 'tooLarge' ? 'importTooMany' : 'importBrokenArchive' };
  return {
    entries: listed.entries.map(({ index, path, problem, entry }) => ({
      ...{ index, path: path.slice(0, 1_000) },
      problem: problem ? PROBLEMS[problem] : (pathProblem(path) ?? (entry.unpacked === 0 ? 'mediaEmpty' : null)),
    })),
  };
}
