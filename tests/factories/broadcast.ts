import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg } from '../config/find-ffmpeg.ts';
import { type Caller, portal } from './portal.ts';
import { companionCookie } from './session.ts';

/** What recorders of browsers write, made by ffmpeg: key frames every 2 s, and fragments or clusters that begin at them. */
export function recordingOf(container: 'mp4' | 'webm', seconds: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'zhixing-broadcast-'));
  const path = join(folder, `recording.${container}`);
  const input = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=15', '-f', 'lavfi', '-i', 'sine=frequency=440'];
  const codec =
    container === 'mp4'
      ? ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'].concat(
          ...['-movflags', 'frag_keyframe+empty_moov+default_base_moof'],
        )
      : ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus', '-f', 'webm', '-live', '1'];
  const { status, stderr } = spawnSync(findFfmpeg(), [
    ...['-v', 'error', ...input, '-t', String(seconds), '-g', '30', '-keyint_min', '30', ...codec, path],
  ]);
  if (status !== 0) throw new Error(String(stderr));
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true, force: true });
  return bytes;
}

/** Cuts a recording into fragments, anywhere. */
export const fragmentsOf = (bytes: Buffer, count: number): Buffer[] =>
  Array.from({ length: count }, (_, n) =>
    bytes.subarray(Math.floor((n * bytes.length) / count), Math.floor(((n + 1) * bytes.length) / count)),
  );

/** Sends a fragment of a broadcast. */
export async function sendFragment(caller: Caller, broadcastId: string, number: number, body: Buffer | Uint8Array) {
  const response = await portal.request(
    `http://${caller.host}/gateway/course/auth/live/broadcast/fragment/${broadcastId}/${number}`,
    {
      method: 'POST',
      headers: {
        host: caller.host,
        'content-type': 'application/octet-stream',
        ...(caller.token && { authorization: `Bearer ${caller.token}`, cookie: companionCookie(caller.token) }),
      },
      body: new Uint8Array(body),
    },
  );
  return (await response.json()) as { code: number; msg: string; data?: { next: number } };
}
