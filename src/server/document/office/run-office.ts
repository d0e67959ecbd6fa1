import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProgram } from '#src/server/core/find-program.ts';
import { settings } from '#src/server/core/settings.ts';

/** What is kept of the messages of LibreOffice. */
const MAX_MESSAGE = 4_000;
/** Nothing listens there: what a document would load from the network is not loaded. */
const NOWHERE = 'http://127.0.0.1:9';

/** Limits of one conversion. `memoryMb`: address space of each process; `fileMb`: size of each file it writes. */
export type OfficeLimits = { seconds: number; memoryMb: number; fileMb: number };

/** Returns the path of LibreOffice: `SOFFICE_PATH`, or the first `soffice` in `PATH`; null if there is none. */
export const officePath = (): string | null => findProgram(settings().sofficePath, 'soffice');

/**
 * Converts a file to PDF with LibreOffice, without a display, at the lowest priority and with its own empty profile and
 * environment. Macros, and links to files and servers, are switched off in the profile.
 * @param folder an empty folder for everything that it writes; the PDF is `<name of the input>.pdf` in `out`
 * @returns its exit code, null if it was killed, and the end of its messages
 * @throws Error when it cannot be started
 */
export async function runOffice(
  path: string,
  { input, folder }: { input: string; folder: string },
  { seconds, memoryMb, fileMb }: OfficeLimits,
): Promise<{ code: number | null; messages: string }> {
  const profile = join(folder, 'profile');
  await mkdir(join(profile, 'user'), { recursive: true });
  await mkdir(join(folder, 'out'), { recursive: true });
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), PROFILE);
  const args = [
    `-env:UserInstallation=${pathToFileURL(profile).href}`,
    ...['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nofirststartwizard'],
    ...['--convert-to', 'pdf', '--outdir', join(folder, 'out'), input],
  ];
  // The shell sets the limits for itself and what it becomes; where the system does not know one, it is left out.
  const limits = `ulimit -v ${memoryMb * 1024} 2>/dev/null; ulimit -f ${fileMb * 2048} 2>/dev/null; exec nice -n 19 "$0" "$@"`;
  const [command, given] = process.platform === 'win32' ? [path, args] : ['/bin/sh', ['-c', limits, path, ...args]];
  const child = spawn(command, given, {
    cwd: folder,
    // LibreOffice starts others: as leader of a group it can be killed with them.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    // None of the settings of the portal, which contain secrets.
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      TMPDIR: folder,
      LANG: 'C.UTF-8',
      http_proxy: NOWHERE,
      https_proxy: NOWHERE,
      ftp_proxy: NOWHERE,
    },
  });
  return new Promise((resolve, reject) => {
    let messages = '';
    child.stderr.on('data', (part: Buffer) => (messages = (messages + part.toString()).slice(-MAX_MESSAGE)));
    const timer = setTimeout(() => killGroup(child.pid), seconds * 1000);
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('exit', (code) => {
      clearTimeout(timer);
      // Others of the group may still hold its output open.
      killGroup(child.pid);
      resolve({ code, messages: messages.trim() });
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

const setting = (path: string, name: string, value: string) =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;
const SECURITY = 'Office.Common/Security/Scripting';
const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${[
  setting(SECURITY, 'MacroSecurityLevel', '3'),
  setting(SECURITY, 'DisableMacrosExecution', 'true'),
  setting(SECURITY, 'DisableActiveContent', 'true'),
  setting(SECURITY, 'BlockUntrustedRefererLinks', 'true'),
  setting('Inet/Settings', 'ooInetProxyType', '1'),
  setting('Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'),
  setting('Inet/Settings', 'ooInetHTTPProxyPort', '9'),
  setting('Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'),
  setting('Inet/Settings', 'ooInetHTTPSProxyPort', '9'),
  // Fields and formulas keep the values that they were stored with.
  setting('Office.Writer/Content/Update', 'Link', '0'),
  setting('Office.Calc/Content/Update', 'Link', '2'),
].join('\n')}
</oor:items>
`;
