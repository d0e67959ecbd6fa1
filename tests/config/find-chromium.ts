import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright';

/** Chromium's headless shell: the same engine, and tests take 60 % of the time. */
const SHELL = '/usr/bin/chromium-headless-shell';
const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Flags of every test: no sandbox (as root), no background connections. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

/**
 * Finds a Chromium for tests: `CHROMIUM_PATH`, the system's headless shell, that of Playwright, the system's full
 * Chromium. As root on Debian the headless shell and a Chinese font are installed if missing.
 * @throws Error with one line saying what to do
 */
export function findChromium(): string {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!isExecutable(given)) throw new Error(`CHROMIUM_PATH is ${given}, which cannot be executed.`);
    return given;
  }
  const found = [SHELL, chromium.executablePath(), ...SYSTEM].find(isExecutable);
  const mayInstall = process.getuid?.() === 0 && isDebian();
  if (found && (!SYSTEM.includes(found) || !mayInstall)) return found;
  if (!mayInstall) {
    throw new Error('No Chromium found: install it (apt-get install chromium fonts-noto-cjk), or set CHROMIUM_PATH.');
  }
  try {
    install('chromium-headless-shell', 'fonts-noto-cjk');
    return SHELL;
  } catch (error) {
    console.log(`chromium-headless-shell cannot be installed (${String(error)}): the whole Chromium takes longer.`);
    if (!found) install('chromium', 'fonts-noto-cjk');
    return found ?? SYSTEM[0]!;
  }
}

/** Finds a full Chromium, as users have it, for measurements. */
export function findWholeChromium(): string {
  return SYSTEM.find(isExecutable) ?? findChromium();
}

function install(...packages: string[]): void {
  console.log(`Installing ${packages.join(' and ')} with apt-get …`);
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update', '-q');
  apt('install', '-yq', '--no-install-recommends', ...packages);
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
