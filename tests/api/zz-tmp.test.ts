import pg from 'pg';
import { it } from 'vitest';
import { makeLargeRequirements, requirementTimes } from '../bench/large-requirements.ts';
import { mintTenant } from '../factories/tenant.ts';
it('x', async () => {
  const tenant = await mintTenant();
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  const b = performance.now();
  await makeLargeRequirements(client, tenant.id, { people: Number(process.env.P ?? 20000), requirements: 60 });
  console.log('fill', performance.now() - b);
  console.table(await requirementTimes(client, tenant.id));
  await client.end();
}, 550_000);
