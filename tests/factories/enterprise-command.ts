import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs `npm run enterprise` as a process of its own. */
export const enterpriseCommand = (...args: string[]): Promise<{ code: number; output: string }> =>
  run(process.execPath, ['src/server/cli/enterprise.ts', ...args]).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, output: stdout }),
  );
