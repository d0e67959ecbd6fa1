import { defineConfig } from 'drizzle-kit';

/** Configuration of `npm run db:generate`, which writes the SQL for changes of the tables of the domains into `migrations/`. */
export default defineConfig({
  dialect: 'postgresql',
  // `columns.ts` declares the schema `portal`.
  schema: ['./src/server/core/db/columns.ts', './src/server/**/tables{.ts,/*.ts}'],
  out: './src/server/core/db/migrations',
});
