/** The icon of an attachment by file type. */
export function attachmentIcon(contentType: string) {
  if (contentType.startsWith('image/')) return 'image';
  if (contentType.startsWith('video/')) return 'video';
  if (contentType.startsWith('audio/')) return 'audio';
  return contentType === 'application/zip' ? 'archive' : 'file';
}
