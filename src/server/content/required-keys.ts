import type { z } from 'zod';

/** Returns the keys of an object schema that must be given. */
export const requiredKeys = ({ shape }: z.ZodObject): string[] =>
  Object.entries(shape).flatMap(([key, schema]) => ((schema as z.ZodType).safeParse(undefined).success ? [] : [key]));
