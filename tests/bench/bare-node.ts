import { createServer } from 'node:http';
import pg from 'pg';

/*
 * Baseline servers of the benchmark: `node:http` that returns fixed bytes, and `node:http` + `pg` with one durable upsert.
 * Started as a separate process: BARE=bytes BODY=… HEADERS=…, or BARE=upsert DATABASE_URL=…; and PORT.
 */

const { BARE, BODY = '', HEADERS = '{}', DATABASE_URL, PORT } = process.env;

if (BARE === 'bytes') {
  const body = Buffer.from(BODY, 'base64');
  const headers = JSON.parse(HEADERS) as Record<string, string>;
  createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  }).listen(Number(PORT), '127.0.0.1');
} else {
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 32, options: '-c synchronous_commit=on' });
  await pool.query(`create schema if not exists bench; drop table if exists bench.answer;
    create table bench.answer (attempt uuid, question uuid, revision int, answer jsonb, primary key (attempt, question))`);
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (!chunks.length) return void response.writeHead(204).end();
      const { attempt, question, revision, answer } = JSON.parse(Buffer.concat(chunks).toString()) as Record<
        string,
        unknown
      >;
      pool
        .query({
          name: 'upsert',
          text: `insert into bench.answer values ($1, $2, $3, $4) on conflict (attempt, question)
                 do update set revision = excluded.revision, answer = excluded.answer where answer.revision < excluded.revision`,
          values: [attempt, question, revision, JSON.stringify(answer)],
        })
        .then(
          () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":200}'),
          (error: Error) => response.writeHead(500).end(error.message),
        );
    });
  }).listen(Number(PORT), '127.0.0.1');
}
