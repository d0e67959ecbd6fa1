import { expect, it } from 'vitest';
import { qualitiesOf, readSource } from './convert-video.ts';

it('a video has its three highest qualities, none above its own height', () => {
  expect(qualitiesOf(2160)).toEqual([1080, 720, 540]);
  expect(qualitiesOf(1080)).toEqual([1080, 720, 540]);
  expect(qualitiesOf(1079)).toEqual([720, 540, 360]);
  expect(qualitiesOf(360)).toEqual([360, 240, 144]);
  expect(qualitiesOf(200)).toEqual([144]);
  expect(qualitiesOf(100)).toEqual([144]);
});

const PRINTED = `Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'film.mp4':
  Duration: 00:01:26.40, start: 0.000000, bitrate: 73 kb/s
  Stream #0:0[0x1](und): Video: h264 (High) (avc1 / 0x31637661), yuv420p(progressive), 640x360 [SAR 1:1 DAR 16:9], 46 kb/s, 12 fps
  Stream #0:1[0x2](und): Audio: aac (LC) (mp4a / 0x6134706D), 44100 Hz, mono, fltp, 24 kb/s (default)
At least one output file must be specified`;

it('length and size are read from the messages of ffmpeg', () => {
  expect(readSource(PRINTED)).toEqual({ duration: 86.4, width: 640, height: 360, hasAudio: true });
  expect(readSource(PRINTED.replace(/.*Audio.*\n/, ''))).toMatchObject({ hasAudio: false });
  expect(readSource(PRINTED.replace(/.*Video.*\n/, ''))).toBeNull();
  expect(readSource('film.mp4: Invalid data found when processing input')).toBeNull();
});
