export type RecorderType = { mimeType: string; container: 'mp4' | 'webm' };

/** H.264 and AAC, which every browser plays. */
const MP4 = 'video/mp4;codecs=avc1.42E01F,mp4a.40.2';
/** With Opus, which iPhones before iOS 17 do not play. */
const MP4_OPUS = 'video/mp4;codecs=avc1.42E01F,opus';
/** The portal encodes it again: what takes the browser least. */
const WEBM = ['video/webm;codecs=vp8,opus', 'video/webm;codecs=h264,opus', 'video/webm'];

/**
 * Chooses what the recorder writes: MP4 that every browser plays, else what the portal converts, else other MP4.
 * @returns null when the browser can record nothing that the portal takes
 */
export function chooseType(isSupported: (mimeType: string) => boolean, canConvert: boolean): RecorderType | null {
  const webm = canConvert ? WEBM : [];
  const mimeType = [MP4, ...webm, MP4_OPUS].find(isSupported);
  if (!mimeType) return null;
  return { mimeType, container: mimeType.startsWith('video/mp4') ? 'mp4' : 'webm' };
}
