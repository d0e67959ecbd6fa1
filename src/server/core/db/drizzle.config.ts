import { defineConfig } from 'drizzle-kit';

/** Configuration of `npm run db:generate`, which writes the SQL for changes of `schema/` into `migrations/`. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/core/db/schema/*.ts',
  out: './src/server/core/db/migrations',
});
