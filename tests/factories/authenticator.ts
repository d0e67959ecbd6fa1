import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const FLAGS = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 };

type Answer = {
  /** Scheme and host of the page, as the browser says. */
  origin: string;
  challenge: string;
  rpId: string;
  verifiesUser?: boolean;
};

/** An authenticator with one passkey, as a browser passes on what it says (WebAuthn level 2, attestation `none`). */
export function mintAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const [x, y] = [jwk.x!, jwk.y!].map((part) => Buffer.from(part, 'base64url'));
  // COSE: EC2, ES256, P-256.
  const cose = Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x!, Buffer.from('225820', 'hex'), y!]);
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  const authenticator = {
    id,
    counter: 0,
    make: (answer: Answer) => {
      const size = Buffer.alloc(2);
      size.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), size, credentialId, cose]);
      const data = Buffer.concat([dataOf(answer, FLAGS.attested), attested]);
      const header = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex');
      const attestationObject = Buffer.concat([header, Buffer.from([data.length]), data]).toString('base64url');
      return { ...common(), response: { clientDataJSON: clientData('webauthn.create', answer), attestationObject } };
    },
    prove: (answer: Answer) => {
      const data = dataOf(answer, 0);
      const clientDataJSON = clientData('webauthn.get', answer);
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
      const signature = sign('sha256', signed, privateKey).toString('base64url');
      return { ...common(), response: { clientDataJSON, authenticatorData: data.toString('base64url'), signature } };
    },
  };
  const common = () => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} });
  const clientData = (type: string, { origin, challenge }: Answer) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
  const dataOf = ({ rpId, verifiesUser = true }: Answer, more: number) => {
    const head = Buffer.alloc(5);
    head[0] = FLAGS.userPresent | (verifiesUser ? FLAGS.userVerified : 0) | more;
    head.writeUInt32BE(authenticator.counter, 1);
    return Buffer.concat([sha256(rpId), head]);
  };
  return authenticator;
}
