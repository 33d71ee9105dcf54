// Serves the archive that comes with the project, for an import to fetch: `node serve-archive.mjs [port]`.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const archive = readFileSync(new URL('../../test/data/fastify-docs.zip', import.meta.url));
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/zip' }).end(archive);
});
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/fastify-docs.zip`);
});
