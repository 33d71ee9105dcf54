import { createServer } from 'node:http';
import { Pool } from 'pg';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { poolConfig, port, tokenUsers } from './lib/settings.ts';

declare global {
  namespace Grafast {
    interface Context {
      userId?: string;
    }
  }
}

// PostGraphile with a schema derived from the database. It checks the token and no permissions.
const pool = new Pool(poolConfig);

const userOf = tokenUsers(async (hash) => {
  const { rows } = await pool.query<{ userId: string }>(
    'select "userId" from api_tokens where hash = $1 and "revokedAt" is null',
    [hash],
  );
  return rows[0]?.userId ?? null;
});

const server = createServer();
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ pool, schemas: ['public'] })],
  grafserv: { graphiql: false, watch: false },
  grafast: {
    context: async ({ node }) => {
      const userId = await userOf(node?.req.headers.authorization);
      if (userId === null) throw new Error('No valid token');
      return { userId };
    },
  },
});
await instance.createServ(grafserv).addTo(server);
server.listen(port, '127.0.0.1');
