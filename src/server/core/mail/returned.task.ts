import PostalMime from 'postal-mime';

/** What a mail server says about one recipient of an e-mail that it could not deliver, or not yet (RFC 3464). */
export type Report = {
  /** The `Message-ID` of the e-mail. */
  messageId: string;
  /** Lower case: to whom it was sent, and to whom that was forwarded. */
  addresses: string[];
  /** Three numbers (RFC 3463), e.g. `5.1.1`. */
  status: string;
  /** It will not be delivered; otherwise the server goes on trying. */
  isFinal: boolean;
};

/** Recipients of one report. The portal writes to one at a time. */
const MAX_RECIPIENTS = 20;
const RETURNED = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'];

/** Reads a returned e-mail. @returns nothing for an e-mail that reports no failure of another one */
export async function run({ bytes }: { bytes: Uint8Array }): Promise<Report[]> {
  const { attachments } = await PostalMime.parse(bytes, {
    attachmentEncoding: 'utf8',
    forceRfc822Attachments: true,
    maxNestingDepth: 20,
  });
  const textOf = (types: string[]) => attachments.find(({ mimeType }) => types.includes(mimeType))?.content as string;
  const status = textOf(['message/delivery-status', 'message/global-delivery-status']);
  const returned = textOf(RETURNED);
  if (!status || !returned) return [];
  const { 'message-id': messageId } = fieldsOf(returned.split(/\r?\n\r?\n/, 1)[0]!);
  if (!messageId) return [];
  // The first group of fields is about the report itself.
  const [, ...groups] = status.split(/(?:\r?\n){2,}/).slice(0, MAX_RECIPIENTS + 1);
  return groups.flatMap((group) => {
    const fields = fieldsOf(group);
    const [code] = /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.status ?? '') ?? [];
    const action = fields.action?.toLowerCase();
    const isFinal = action === 'failed' && code?.startsWith('5') === true;
    if (!code || !(isFinal || action === 'delayed' || code.startsWith('4'))) return [];
    const addresses = [fields['original-recipient'], fields['final-recipient']].flatMap(
      (each) => addressIn(each) ?? [],
    );
    return [{ messageId, addresses, status: code, isFinal }];
  });
}

/** Fields of a header by their name in lower case; the first one of each. */
function fieldsOf(header: string): Record<string, string | undefined> {
  const lines = header.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const fields: Record<string, string | undefined> = Object.create(null) as Record<string, string>;
  for (const line of lines) {
    const at = line.indexOf(':');
    if (at > 0) fields[line.slice(0, at).trim().toLowerCase()] ??= line.slice(at + 1).trim();
  }
  return fields;
}

/** `rfc822; <wang@example.com>`. Strangers write reports: the database takes no NUL. */
function addressIn(field: string | undefined): string | undefined {
  return /^[^;]*;\s*<?([^\s<>\p{Cc}]+@[^\s<>\p{Cc}]+)>?$/u.exec(field ?? '')?.[1]?.toLowerCase();
}
