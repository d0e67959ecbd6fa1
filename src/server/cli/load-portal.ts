import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorCode, errorText, OperatorError } from '#src/server/core/operator-error.ts';
import { outDir } from './build.ts';

/** The built portal in this process; `close` completes open requests. */
export type RunningPortal = { close(): Promise<void> };
type Entry = { serve(at: { host: string; port: number }): Promise<RunningPortal> };

/**
 * Loads the build and serves it in this process.
 * @throws OperatorError when the address cannot be listened on
 */
export async function servePortal(at: { host: string; port: number }): Promise<RunningPortal> {
  const { serve } = (await import(pathToFileURL(join(outDir(), 'server', 'entry.mjs')).href)) as Entry;
  try {
    return await serve(at);
  } catch (error) {
    throw (error as { syscall?: string }).syscall === 'listen' ? addressProblem(error, at) : error;
  }
}

/** Explains to the operator why an address cannot be listened on. */
export function addressProblem(error: unknown, { host, port }: { host: string; port: number }): OperatorError {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new OperatorError(
        `PORT ${port} on ${host} is in use by another program, possibly by a running portal: stop it, or choose another port: PORT=${port + 1} npm start`,
      );
    case 'EACCES':
      return new OperatorError(
        `PORT ${port} may not be used by this user (ports below 1024 are reserved): choose another port: PORT=4321 npm start`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new OperatorError(
        `HOST ${host} is not an address of this machine: use 127.0.0.1 for this machine only, 0.0.0.0 for all networks.`,
      );
    default:
      return new OperatorError(`HOST ${host}, PORT ${port} cannot be listened on: ${errorText(error)}`);
  }
}
