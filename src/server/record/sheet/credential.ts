import { getT } from '#src/i18n/server.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { publicJwk, signToken } from '#src/server/core/signed-token.ts';
import type { Printed } from './make-sheet.ts';

/** Where the enterprise says who it is, and with which key it signs. */
export const ISSUER_PATH = '/certificates/issuer.json';
export const KEY_PATH = '/certificates/key.json';

type Asked = Pick<RequestContext, 'tenant' | 'origin' | 'locale'>;
type Credited = Printed & { certificateId: string };

/**
 * Signs a certificate as a verifiable credential: Open Badges 3.0 in the form of a JSON Web Token (docs/specification.md, section
 * "Certificates"). Whether it was revoked since, only the page that its id names can say.
 * @throws AppError 409 for a revoked certificate
 */
export function signCredential(certificate: Credited, { tenant, origin, locale }: Asked): string {
  const { certificateName, certificateNo, certificateId, issuer, enterpriseName, userName } = certificate;
  const { gmtCreate, expireTime, revokeTime } = certificate;
  if (revokeTime) throw new AppError(409, 'certificateRevoked');
  const id = `${origin}/certificate/${certificateNo}`;
  const issuerId = origin + ISSUER_PATH;
  const seconds = (moment: Date) => Math.floor(+moment / 1000);
  return signToken(tenant.id, origin + KEY_PATH, {
    ...{ iss: issuerId, jti: id, nbf: seconds(gmtCreate) },
    ...(expireTime && { exp: seconds(expireTime) }),
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    ...{ id, type: ['VerifiableCredential', 'OpenBadgeCredential'], name: certificateName },
    issuer: {
      id: issuerId,
      type: ['Profile'],
      name: issuer === enterpriseName ? issuer : `${enterpriseName} · ${issuer}`,
    },
    validFrom: gmtCreate.toISOString(),
    ...(expireTime && { validUntil: expireTime.toISOString() }),
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', identityType: 'name', hashed: false, identityHash: userName }],
      achievement: {
        ...{
          id: `urn:uuid:${certificateId}`,
          type: ['Achievement'],
          name: certificateName,
          description: certificateName,
        },
        criteria: { narrative: getT(locale)('record:certificate.statement') },
        humanCode: certificateNo,
      },
    },
  });
}

const json = (body: object) =>
  new Response(JSON.stringify(body), {
    headers: {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
    },
  });

/** `GET /certificates/key.json`: the key that verifies credentials of the enterprise, as a JSON Web Key. */
export const serveKey = ({ tenant }: RequestContext): Response => json(publicJwk(tenant.id));

/** `GET /certificates/issuer.json`: the profile that credentials of the enterprise name as their issuer. */
export const serveIssuer = ({ tenant, origin }: RequestContext): Response =>
  json({
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    ...{ id: origin + ISSUER_PATH, type: ['Profile'], name: tenant.name, url: `${origin}/` },
  });
