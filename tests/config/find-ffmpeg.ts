import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';

const SYSTEM = '/usr/bin/ffmpeg';

/**
 * Finds ffmpeg for tests: `FFMPEG_PATH`, or the system's. As root on Debian it is installed if missing.
 * @throws Error with one line saying what to do
 */
export function findFfmpeg(): string {
  const path = process.env.FFMPEG_PATH ?? SYSTEM;
  if (isExecutable(path)) return path;
  const isDebian =
    existsSync('/etc/os-release') && /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));
  if (path !== SYSTEM || process.getuid?.() !== 0 || !isDebian)
    throw new Error('No ffmpeg found: install it (apt-get install ffmpeg), or set FFMPEG_PATH.');
  console.log('Installing ffmpeg with apt-get …');
  for (const args of [
    ['update', '-q'],
    ['install', '-yq', '--no-install-recommends', 'ffmpeg'],
  ]) {
    execFileSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  return SYSTEM;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
