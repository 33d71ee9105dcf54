// `npm start`: builds what is not built yet, then is the server, in this very process, so that signals reach it.
import { ensureBuilt } from './build.mjs';

try {
  const builtMs = await ensureBuilt();
  if (builtMs !== null) console.log(`Built in ${(builtMs / 1000).toFixed(1)} s.`);
} catch (error) {
  console.error(`octavo: ${error.message}`);
  process.exit(1);
}
process.argv.splice(2, 0, 'serve');
await import('../dist/main.js');
