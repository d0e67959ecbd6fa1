/** Largest file of evidence, bytes. */
export const EVIDENCE_BYTES = 200 * 1024 * 1024;
/** Bytes that one person may have stored as evidence, including unfinished uploads. */
export const EVIDENCE_QUOTA = 2 * 1024 * 1024 * 1024;
/** How long an unfinished upload is kept after the last bytes have arrived. */
export const UPLOAD_HOURS = 24;
/** Accepted types, by content: pictures, video, PDF and Office files without macros. */
export const EVIDENCE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
];
/** The same for the file picker. */
export const EVIDENCE_ACCEPT = '.jpg,.jpeg,.png,.webp,.mp4,.webm,.mov,.pdf,.docx,.xlsx,.pptx';
