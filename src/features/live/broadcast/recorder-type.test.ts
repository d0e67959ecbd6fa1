import { expect, it } from 'vitest';
import { chooseType } from './recorder-type.ts';

const supports = (...names: string[]) => {
  const all = new Set(names);
  return (type: string) => all.has(type);
};
const AAC = 'video/mp4;codecs=avc1.42E01F,mp4a.40.2';
const OPUS = 'video/mp4;codecs=avc1.42E01F,opus';
const VP8 = 'video/webm;codecs=vp8,opus';

it('prefers MP4 that every browser plays, then what the portal converts, then other MP4', () => {
  expect(chooseType(supports(AAC, OPUS, VP8), true)).toEqual({ mimeType: AAC, container: 'mp4' });
  expect(chooseType(supports(OPUS, VP8), true)).toEqual({ mimeType: VP8, container: 'webm' });
  expect(chooseType(supports(OPUS, VP8), false)).toEqual({ mimeType: OPUS, container: 'mp4' });
});

it('chooses nothing that the portal could not take', () => {
  expect(chooseType(supports(VP8), false)).toBeNull();
  expect(chooseType(supports(), true)).toBeNull();
});
