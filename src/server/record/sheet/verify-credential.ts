type Credential = {
  iss?: string;
  jti?: string;
  id?: string;
  type?: string[];
  name?: string;
  nbf?: number;
  exp?: number;
  issuer?: { id?: string; name?: string };
  validFrom?: string;
  validUntil?: string;
  credentialSubject?: {
    identifier?: { identityHash?: string }[];
    achievement?: { humanCode?: string };
    name?: string;
    statement?: { number?: string; year?: number; hours?: { total?: string }; credits?: string };
  };
};

const seconds = (moment: string | undefined) =>
  moment === undefined ? undefined : Math.floor(Date.parse(moment) / 1000);

/**
 * Checks the data of a signed credential (`core/signed-token.ts`): that its parts agree, and that it has begun and not ended.
 * @param kid address of the key that its header names
 * @returns what is wrong, and lines that say what it is
 */
export function verifyCredential(payload: Record<string, unknown>, kid: string, now: Date) {
  const given = payload as Credential;
  const { iss, jti, id, type = [], name, issuer, validFrom, validUntil, credentialSubject: subject } = given;
  const problems: string[] = [];
  const { statement } = subject ?? {};
  const isStatement = type.includes('AnnualStatementCredential') && statement !== undefined;
  if (!isStatement && !type.includes('OpenBadgeCredential'))
    problems.push('it is no credential of a certificate or statement');
  const [key, issued, page] = [kid, iss ?? '', id ?? ''].map((url) => (URL.canParse(url) ? new URL(url).origin : null));
  if (key === null || key !== issued || key !== page) problems.push('issuer, key and page are not of one portal');
  if (iss !== issuer?.id || jti !== id || given.nbf !== seconds(validFrom) || given.exp !== seconds(validUntil))
    problems.push('its data contradict each other');
  const at = +now / 1000;
  if (given.nbf === undefined || given.nbf > at) problems.push('it is not valid yet');
  if (given.exp !== undefined && given.exp <= at) problems.push(`it expired at ${validUntil}`);
  return {
    problems,
    lines: isStatement
      ? [
          `✓ annual statement ${statement.number} of ${subject?.name} about ${statement.year}`,
          `✓ ${statement.hours?.total} class hours and ${statement.credits} credits, as issued by ${issuer?.name} at ${validFrom}`,
          `– whether the ledger has changed since, says ${id}`,
        ]
      : [
          `✓ ${name}, ${subject?.achievement?.humanCode}, of ${subject?.identifier?.[0]?.identityHash}`,
          `✓ issued by ${issuer?.name} at ${validFrom}${validUntil ? `, valid until ${validUntil}` : ', without an end'}`,
          `– whether it was revoked since, says ${id}`,
        ],
  };
}
