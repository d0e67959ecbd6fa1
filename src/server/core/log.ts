import { settings } from './settings.ts';

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'];

/** One JSON line to the standard error stream, at or above `LOG_LEVEL`. */
export function writeLog(level: 'info' | 'warn' | 'error', entry: Record<string, unknown>): void {
  if (LEVELS.indexOf(level) < LEVELS.indexOf(settings().logLevel)) return;
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, ...entry })}\n`);
}
