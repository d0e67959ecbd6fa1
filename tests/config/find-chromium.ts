import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * A Chromium to test with (design section 12): `CHROMIUM_PATH`, the one Playwright installed, the system's; and as root
 * on Debian it is installed, with a font for Chinese, when there is none.
 * @throws Error with one line saying what to do
 */
export function findChromium(): string {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!isExecutable(given)) throw new Error(`CHROMIUM_PATH is ${given}, which cannot be executed.`);
    return given;
  }
  const found = [chromium.executablePath(), ...SYSTEM].find(isExecutable);
  if (found) return found;
  if (process.getuid?.() !== 0 || !isDebian()) {
    throw new Error('No Chromium found: install it (apt-get install chromium fonts-noto-cjk), or set CHROMIUM_PATH.');
  }
  console.log('No Chromium found: installing chromium and fonts-noto-cjk with apt-get …');
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update', '-q');
  apt('install', '-yq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk');
  return SYSTEM[0]!;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isDebian(): boolean {
  return existsSync('/etc/os-release') && /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));
}
