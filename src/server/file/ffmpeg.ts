import { spawn } from 'node:child_process';
import { constants as osConstants, setPriority } from 'node:os';
import { findProgram } from '#src/server/core/find-program.ts';
import { settings } from '#src/server/core/settings.ts';

/** What is kept of the messages of ffmpeg. */
const MAX_MESSAGE = 4_000;

/** Returns the path of ffmpeg: `FFMPEG_PATH`, or the first one in `PATH`; null if there is none. */
export function ffmpegPath(): string | null {
  return findProgram(settings().ffmpegPath, 'ffmpeg');
}

/**
 * Runs ffmpeg at the lowest priority of the system, so that requests are not slowed down.
 * @param seconds time limit, after which it is killed
 * @returns its exit code, null if it was killed, and the end of its messages
 * @throws Error when it cannot be started
 */
export function runFfmpeg(
  path: string,
  args: string[],
  seconds: number,
): Promise<{ code: number | null; messages: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(path, ['-nostdin', '-hide_banner', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    let messages = '';
    child.stderr.on('data', (part: Buffer) => (messages = (messages + part.toString()).slice(-MAX_MESSAGE)));
    const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
    child.on('spawn', () => {
      try {
        setPriority(child.pid!, osConstants.priority.PRIORITY_LOW);
      } catch {
        // It has ended already.
      }
    });
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, messages: messages.trim() });
    });
  });
}
