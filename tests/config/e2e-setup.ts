import { startProviders } from '../stand-ins/start-all.ts';
import { PortalProcess } from './portal-process.ts';

/**
 * Builds the portal if its sources have changed, starts it with both demo tenants, and stops it after the last test.
 */
export default async function setup() {
  const port = Number(process.env.E2E_PORT);
  const providers = await startProviders(port);
  const portal = await new PortalProcess({ port, env: providers.env }).start();
  // For tests that start another portal with other settings.
  process.env.E2E_DATA_DIR = portal.dataDir;
  return async () => {
    await portal.dispose();
    await providers.stop();
    // Errors logged by the server fail the run, also if no test noticed them.
    const faults = portal.output.split('\n').filter((line) => line.includes('"msg":"fault"'));
    if (faults.length) throw new Error(`The portal logged ${faults.length} faults:\n${faults.slice(0, 5).join('\n')}`);
  };
}
