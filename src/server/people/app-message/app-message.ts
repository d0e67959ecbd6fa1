/** A message of an app to members of its organisation: a card that opens an address. */
export type AppMessage = { title: string; text: string; url: string; button: string };

/** What sends messages of one app. */
export type AppMessenger = {
  /** Recipients of one call at most. */
  most: number;
  /**
   * Sends a message to people, whom sign-in or synchronisation has linked.
   * @param subjects as in `user_identity`, `most` at most
   * @returns those whom the provider does not know, or who cannot see the app
   * @throws ContactError when nobody got it; `Busy`: a limit of the provider is reached
   */
  send(message: AppMessage, subjects: string[]): Promise<Set<string>>;
};

/** Cuts a text to a number of bytes in UTF-8, at a whole character. */
export function cutBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const ellipsis = '…';
  let cut = '';
  let size = Buffer.byteLength(ellipsis);
  for (const char of text) {
    size += Buffer.byteLength(char);
    if (size > bytes) break;
    cut += char;
  }
  return cut + ellipsis;
}
