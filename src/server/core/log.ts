import { pino, stdTimeFunctions } from 'pino';
import { settings } from './settings.ts';

/** Properties of an entry, and of objects in it, whose values are never written. */
const SECRET = [
  'password',
  'oldPassword',
  'repeatPassword',
  'token',
  'secret',
  'clientSecret',
  'authorization',
  'cookie',
];

const logger = pino(
  {
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    redact: SECRET.flatMap((name) => [name, `*.${name}`]),
  },
  process.stderr,
);

/** Writes one JSON line to standard error without secrets, if the level is at or above `LOG_LEVEL`. */
export function writeLog(level: 'info' | 'warn' | 'error', entry: Record<string, unknown>): void {
  const { logLevel } = settings();
  if (logger.level !== logLevel) logger.level = logLevel;
  logger[level](entry);
}
