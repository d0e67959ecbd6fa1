import { defineConfig } from 'drizzle-kit';

/** `npm run db:generate` writes the SQL of what changed in `schema/` into `migrations/`. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/core/db/schema/*.ts',
  out: './src/server/core/db/migrations',
});
