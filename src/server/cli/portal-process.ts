import { writeLog } from '#src/server/core/log.ts';
import { isForOperator } from '#src/server/core/operator-error.ts';
import { settings } from '#src/server/core/settings.ts';
import { type RunningPortal, servePortal } from './load-portal.ts';
import { PING, type Report } from './portal-processes.ts';

/* One of the portal processes of `npm start` (portal-processes.ts), which has prepared the database and the build. */

const report = (message: Report, sent?: () => void) => process.send?.(message, undefined, undefined, sent);
let portal: RunningPortal | undefined;
let stopping = false;

// Ctrl-C reaches every process of the terminal; the process of `npm start` decides when this one stops.
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
process.on('SIGTERM', () => void stop());
process.on('message', (message) => message === PING && report({ alive: true }));
// The process of `npm start` has ended without stopping this one.
process.on('disconnect', () => void stop());

try {
  portal = await servePortal(settings());
  report({ ready: true });
} catch (error) {
  const forOperator = isForOperator(error);
  report({ failed: forOperator ? error.message : String((error as Error).stack), forOperator }, () => process.exit(1));
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  try {
    await portal?.close();
    process.exit(0);
  } catch (error) {
    writeLog('error', { msg: 'stop failed', error: String((error as Error).stack) });
    process.exit(1);
  }
}
