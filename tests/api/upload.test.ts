import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { deflateSync, crc32 } from 'node:zlib';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PICTURE_BYTES } from '#src/contract/rules/picture.ts';
import { file } from '#src/server/file/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { fileStore } from '#src/server/file/store.ts';
import { receiveUpload } from '#src/server/http/receive-upload.ts';
import { portal } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { pictureForm, uploadAs } from '../factories/upload.ts';

const NAME = 'POST /system/auth/upload/pic';
let tenant: TestTenant;
let person: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
});
// Each test has its own rate limit.
beforeEach(async () => {
  person = await mintPerson(tenant);
});

/** Left half red, right half blue, with the given alpha. */
const picture = (width: number, height: number, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 255, alpha } } }).composite([
    {
      input: {
        create: { width: Math.floor(width / 2), height, channels: 4, background: { r: 255, g: 0, b: 0, alpha } },
      },
      left: 0,
      top: 0,
    },
  ]);

const stored = async (id: string) => {
  const [row] = await withTenant(tenant.id, (db) => db.select().from(file).where(eq(file.id, id)));
  return { row, bytes: Buffer.from(await (await fileStore()).getBytes(row!.storeKey)) };
};

describe('accepted pictures', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('encodes %s as a square WebP of at most 512 pixels', async (format) => {
    const sent = await picture(900, 600).toFormat(format).toBuffer();
    const { code, data } = await uploadAs(person, NAME, pictureForm(sent));
    expect(code).toBe(200);
    expect(data).toMatchObject({ url: `/media/${data.id}`, width: 512, height: 512, contentType: 'image/webp' });
    const { row, bytes } = await stored(data.id);
    expect(row).toMatchObject({ uploadedBy: person.userId, visibility: 'public', fileSize: bytes.length, width: 512 });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
    const answer = await portal.request(`http://${tenant.host}${data.url}`, { headers: { host: tenant.host } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('crops a small picture to a square without enlarging it', async () => {
    const { data } = await uploadAs(person, NAME, pictureForm(await picture(90, 60).png().toBuffer()));
    expect(data).toMatchObject({ width: 60, height: 60 });
  });

  it('preserves the aspect ratio and transparency of a logo', async () => {
    const sent = await picture(1600, 400, 0.5).png().toBuffer();
    const { data } = await uploadAs(person, NAME, pictureForm(sent, 'logo'));
    expect(data).toMatchObject({ width: 800, height: 200 });
    const { channels } = await sharp((await stored(data.id)).bytes).stats();
    const before = (await sharp(sent).stats()).channels[3]!.mean;
    expect(before).toBeLessThan(200);
    expect(Math.abs(channels[3]!.mean - before)).toBeLessThan(3);
  });

  it('keeps the shape of a picture of a text, at most 1600 pixels long', async () => {
    const { data } = await uploadAs(person, NAME, pictureForm(await picture(2400, 600).png().toBuffer(), 'text'));
    expect(data).toMatchObject({ width: 1600, height: 400, contentType: 'image/webp' });
    expect((await stored(data.id)).row).toMatchObject({ fileName: `text-${data.id}.webp`, visibility: 'public' });
  });

  it('applies the orientation and removes location and device', async () => {
    const sent = await picture(800, 800)
      .jpeg()
      .withExif({
        IFD0: { Make: 'ACME camera', Orientation: '6' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 0/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(sent).metadata()).orientation).toBe(6);
    const { data } = await uploadAs(person, NAME, pictureForm(sent));
    const { bytes } = await stored(data.id);
    const { exif, icc, xmp, orientation } = await sharp(bytes).metadata();
    expect({ exif, icc, xmp, orientation }).toEqual({
      exif: undefined,
      icc: undefined,
      xmp: undefined,
      orientation: undefined,
    });
    // A quarter turn to the right: the left side is on top.
    const pixel = async (left: number, top: number) => [
      ...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
    ];
    const [onTop, below] = [await pixel(256, 40), await pixel(256, 470)];
    expect(onTop[0]).toBeGreaterThan(200);
    expect(below[2]).toBeGreaterThan(200);
  });

  it.each([
    ['in CMYK', () => picture(64, 64).removeAlpha().toColourspace('cmyk').jpeg().toBuffer()],
    ['in grey', () => picture(64, 64).greyscale().png().toBuffer()],
    ['with 16 bits per channel', () => picture(64, 64).toColourspace('rgb16').png().toBuffer()],
    ['with a palette', () => picture(64, 64).png({ palette: true }).toBuffer()],
    [
      'with animation',
      () =>
        sharp(randomBytes(64 * 128 * 3), { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } })
          .webp({ loop: 0, delay: [100, 100] })
          .toBuffer(),
    ],
  ])('accepts a picture %s', async (_what, make) => {
    const { code, data } = await uploadAs(person, NAME, pictureForm(await make()));
    expect(code).toBe(200);
    const { format, width, pages } = await sharp((await stored(data.id)).bytes).metadata();
    expect({ format, width, pages }).toEqual({ format: 'webp', width: 64, pages: undefined });
  });

  it('removes embedded data', async () => {
    const script = '<script>alert(1)</script>';
    const sent = Buffer.concat([await picture(64, 64).png().toBuffer(), Buffer.from(script)]);
    const { code, data } = await uploadAs(person, NAME, pictureForm(sent, 'avatar', 'text/html', 'x.html'));
    expect(code).toBe(200);
    expect((await stored(data.id)).bytes.includes('script')).toBe(false);
  });
});

/** A PNG whose header declares any size, with a few bytes of pixel data. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>';

describe('rejected files, with a field error in the language of the request', () => {
  it.each([
    ['an SVG declared as PNG', async () => Buffer.from(SVG), 415, '请选择 PNG、JPEG 或 WebP 格式的图片'],
    ['an SVG with a declaration', async () => Buffer.from(`<?xml version="1.0"?>${SVG}`), 415, undefined],
    ['a GIF', () => picture(8, 8).gif().toBuffer(), 415, undefined],
    ['an AVIF', () => picture(64, 64).avif().toBuffer(), 415, undefined],
    ['a TIFF', () => picture(8, 8).tiff().toBuffer(), 415, undefined],
    ['HTML declared as PNG', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 415, undefined],
    [
      'HTML after the first bytes of a GIF',
      async () => Buffer.from('GIF89a/*<script>alert(1)</script>*/'),
      415,
      undefined,
    ],
    [
      'HTML after the first bytes of a PNG',
      async () =>
        Buffer.concat([
          (await picture(8, 8).png().toBuffer()).subarray(0, 16),
          Buffer.from('<script>alert(1)</script>'),
        ]),
      // The detected type depends on the library.
      [415, 422],
      undefined,
    ],
    [
      'an SVG after the first bytes of a WebP',
      async () => Buffer.from(`RIFF    WEBP${SVG}`),
      // The detected type depends on the library.
      [415, 422],
      undefined,
    ],
    ['an empty file', async () => Buffer.alloc(0), 415, undefined],
    ['a PDF', () => readFile('src/demo/packs/huaxin/media/infosec-policy.pdf'), 415, undefined],
    [
      'a decompression bomb of 900 million pixels',
      async () => hugePng(30_000, 30_000),
      422,
      '图片尺寸过大，请缩小后再上传',
    ],
    [
      'a truncated JPEG',
      async () => {
        const whole = await picture(600, 600).jpeg().toBuffer();
        return whole.subarray(0, Math.floor(whole.length / 2));
      },
      422,
      '图片已损坏或不完整，请换一张',
    ],
    [
      'a truncated WebP',
      async () => {
        const whole = await picture(600, 600).webp({ lossless: true, effort: 0 }).toBuffer();
        return whole.subarray(0, Math.floor(whole.length / 2));
      },
      422,
      undefined,
    ],
    ['a PNG without pixel data', async () => hugePng(4_000, 4_000), 422, undefined],
  ])('%s', async (_what, make, code, message) => {
    const answer = await uploadAs(person, NAME, pictureForm(await make()));
    expect([code].flat()).toContain(answer.code);
    expect(answer.data).toEqual([{ field: 'file', message: message ?? expect.stringMatching(/\p{Script=Han}/u) }]);
  });

  it('more than 5 MB, with its message', async () => {
    const bytes = Buffer.concat([await picture(64, 64).png().toBuffer(), Buffer.alloc(PICTURE_BYTES)]);
    const answer = await uploadAs(person, NAME, pictureForm(bytes.subarray(0, PICTURE_BYTES + 1)));
    expect(answer).toMatchObject({ code: 413, data: [{ field: 'file', message: '图片不能超过 5M' }] });
    const fits = await uploadAs(person, NAME, pictureForm(bytes.subarray(0, PICTURE_BYTES)));
    expect(fits.code).toBe(200);
    const english = await uploadAs({ ...person, locale: 'en' }, NAME, pictureForm(Buffer.alloc(2 * PICTURE_BYTES)));
    expect(english).toMatchObject({
      code: 413,
      data: [{ field: 'file', message: 'The image must not exceed 5 MB' }],
    });
  });

  it('a file of questions that is too large, with a message about files and their own limit', async () => {
    const author = await mintPerson(tenant, { userType: 2 });
    const form = new FormData();
    form.set('file', new File([Buffer.alloc(25 * 1024 * 1024)], 'quiz.xml'));
    const sent = await uploadAs(author, 'POST /exam/auth/question/import/upload', form);
    expect(sent).toMatchObject({ code: 413, msg: '文件不能超过 20 MB' });
    expect(await uploadAs({ ...author, locale: 'en' }, 'POST /exam/auth/question/import/upload', form)).toMatchObject({
      code: 413,
      data: [{ field: 'file', message: 'The file must not exceed 20 MB' }],
    });
  });

  it('an endless body without Content-Length', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const answer = await uploadAs(person, NAME, endless, { 'content-type': 'multipart/form-data; boundary=x' });
    expect(answer.code).toBe(413);
    expect(sent).toBeLessThan(2 * PICTURE_BYTES);
  });

  it('other content types, an invalid form, a missing file, a text instead of a file, an unknown use', async () => {
    const json = await uploadAs(person, NAME, '{}', { 'content-type': 'application/json' });
    expect(json.code).toBe(415);
    const broken = await uploadAs(person, NAME, 'nothing', { 'content-type': 'multipart/form-data; boundary=x' });
    expect(broken.code).toBe(422);
    const empty = new FormData();
    empty.set('use', 'avatar');
    expect(await uploadAs(person, NAME, empty)).toMatchObject({
      code: 422,
      data: [{ field: 'file', message: '请选择文件' }],
    });
    empty.set('file', 'a text');
    expect((await uploadAs(person, NAME, empty)).data).toMatchObject([{ field: 'file' }]);
    const other = pictureForm(await picture(8, 8).png().toBuffer(), 'banner');
    expect((await uploadAs(person, NAME, other)).data).toMatchObject([{ field: 'use' }]);
  });
});

it('rejects unauthenticated requests before it reads the body', async () => {
  let read = 0;
  const body = () =>
    new ReadableStream(
      {
        pull(controller) {
          read += 1;
          controller.enqueue(new Uint8Array(1024));
        },
      },
      { highWaterMark: 0 },
    );
  const type = { 'content-type': 'multipart/form-data; boundary=x' };
  expect((await uploadAs(tenant.anonymous, NAME, body(), type)).code).toBe(300);
  const stranger = await mintPerson(await mintTenant());
  expect((await uploadAs({ ...stranger, host: tenant.host }, NAME, body(), type)).code).toBe(300);
  expect(read).toBe(0);
});

describe('a stalled body', () => {
  const FORM = { 'content-type': 'multipart/form-data; boundary=x' };
  /** Creates a body that stalls until `end` is called. */
  function stalled() {
    let end: () => void = () => undefined;
    const begun = Promise.withResolvers<void>();
    const body = new ReadableStream(
      {
        start(controller) {
          controller.enqueue(new TextEncoder().encode('--x\r\n'));
          end = () => controller.close();
        },
        pull: () => begun.resolve(),
      },
      { highWaterMark: 0 },
    );
    return { body, begun: begun.promise, end: () => end() };
  }

  it('counts towards the limit of its user only', async () => {
    const bodies = Array.from({ length: 20 }, stalled);
    const answers = bodies.map(({ body }) => uploadAs(person, NAME, body, FORM));
    const rejected = await Promise.all(answers.slice(4));
    expect(rejected.map(({ code }) => code)).toEqual(Array(16).fill(429));
    await Promise.all(bodies.slice(0, 4).map(({ begun }) => begun));

    const small = await picture(8, 8).png().toBuffer();
    const others = await Promise.all([mintPerson(tenant), mintPerson(tenant)]);
    for (const other of others) expect((await uploadAs(other, NAME, pictureForm(small))).code).toBe(200);

    for (const { end } of bodies.slice(0, 4)) end();
    expect((await Promise.all(answers.slice(0, 4))).map(({ code }) => code)).toEqual(Array(4).fill(422));
    expect((await uploadAs(person, NAME, pictureForm(small))).code, 'all slots are released').toBe(200);
  });

  it('is cancelled after the timeout', async () => {
    let cancelled = false;
    const body = new ReadableStream({ cancel: () => void (cancelled = true) });
    const halfDuplex = { method: 'POST', body, duplex: 'half' };
    const request = new Request('http://x', halfDuplex);
    await expect(receiveUpload(request, person.userId, { ms: 20 })).rejects.toMatchObject({
      code: 422,
      key: 'uploadTooSlow',
    });
    expect(cancelled).toBe(true);
  });
});

it('rejects more than 40 pictures of a user per hour', async () => {
  const busy = await mintPerson(tenant);
  const small = await picture(8, 8).png().toBuffer();
  const codes: number[] = [];
  for (let n = 0; n < 41; n++) codes.push((await uploadAs(busy, NAME, pictureForm(small))).code);
  expect(codes.slice(0, 40)).toEqual(Array(40).fill(200));
  expect(codes[40]).toBe(429);
  expect((await uploadAs(person, NAME, pictureForm(small))).code).toBe(200);
});

it('returns 404 for a picture of another tenant', async () => {
  const { data } = await uploadAs(person, NAME, pictureForm(await picture(8, 8).png().toBuffer()));
  const other = await mintTenant();
  const answer = await portal.request(`http://${other.host}${data.url}`, { headers: { host: other.host } });
  expect(answer.status).toBe(404);
});
