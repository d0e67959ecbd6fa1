import { z } from 'zod';
import { Id } from './common.ts';
import { define } from './define.ts';

/** Purpose of an image; determines its size and shape. */
export const PictureUse = z.enum(['avatar', 'logo'], { error: 'field.invalid' });

/** A stored image. Other operations refer to it by `id`. */
export const Picture = z.object({
  id: Id,
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  fileSize: z.number().int().meta({ description: 'bytes' }),
  contentType: z.string(),
});

export const file = define({
  'POST /system/auth/upload/pic': {
    summary: 'Store a picture: PNG, JPEG or WebP of 5 MB at most; it is checked by content and encoded anew',
    auth: 'member',
    upload: true,
    input: z.object({
      file: z
        .file({ error: 'field.fileRequired' })
        .meta({ description: '5 MB at most', type: 'string', format: 'binary' }),
      use: PictureUse,
    }),
    data: Picture,
  },
});
