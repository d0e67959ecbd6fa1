import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { OperatorError } from '#src/server/core/operator-error.ts';

/** The connection as node-postgres passes it to a query. */
type Connection = { stream: Socket; query(text: string): void };
type CopyData = { chunk: Buffer };

/** Includes the WAL that was written meanwhile, so that the copy is consistent by itself. The server verifies page checksums. */
const COMMAND = `BASE_BACKUP (LABEL 'zhixing', CHECKPOINT 'fast', WAL true, MANIFEST 'no')`;
/** First byte of a copy message of BASE_BACKUP. */
const [NEW_ARCHIVE, DATA] = ['n', 'd'].map((letter) => letter.charCodeAt(0));

/**
 * Reads a consistent copy of a running cluster through the replication protocol, as `pg_basebackup` does (decision 040). The
 * cluster remains fully usable. The copy contains everything that was committed before the stream ends.
 * @param url connection string of a superuser
 * @returns a tar file of the data directory
 * @throws errors of PostgreSQL, on the stream
 */
export async function baseBackup(url: string): Promise<PassThrough> {
  const config: pg.ClientConfig & { replication: string } = {
    connectionString: url,
    application_name: 'zhixing-backup',
    replication: 'true',
  };
  const client = new pg.Client(config);
  const tar = new PassThrough();
  client.on('error', (error) => tar.destroy(error));
  await client.connect();
  // Keeps the WAL of the backup; disappears with the connection.
  const slot = `zhixing_backup_${randomBytes(6).toString('hex')}`;
  await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL (RESERVE_WAL)`);
  client.query(new BackupQuery(tar));
  tar.once('close', () => void client.end().catch(() => undefined)); // it may be broken
  return tar;
}

/** The query as node-postgres runs it; the library itself does not read copy data. */
class BackupQuery implements pg.Submittable {
  readonly #tar: PassThrough;
  constructor(tar: PassThrough) {
    this.#tar = tar;
  }

  submit(connection: unknown): void {
    (connection as Connection).query(COMMAND);
  }

  handleCopyData({ chunk }: CopyData, { stream }: Connection): void {
    if (chunk[0] === NEW_ARCHIVE && !chunk.subarray(1).toString().startsWith('base.tar\0'))
      this.handleError(new OperatorError('The database has tablespaces, which this backup does not include.'));
    // The chunk is part of a buffer that the library reuses.
    if (chunk[0] !== DATA || this.#tar.destroyed || this.#tar.write(Buffer.from(chunk.subarray(1)))) return;
    // Messages that were received before the pause still arrive.
    if (stream.isPaused()) return;
    stream.pause();
    this.#tar.once('drain', () => stream.resume());
  }

  handleError(error: Error): void {
    this.#tar.destroy(error);
  }

  handleReadyForQuery(): void {
    this.#tar.end();
  }

  // Positions in the WAL and the list of tablespaces, which are not needed.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}
