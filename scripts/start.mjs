// `npm start`: builds what is not built yet, then is the server, in this very process, so that signals reach it.
import module from 'node:module';
import { ensureBuilt } from './build.mjs';

try {
  const builtMs = await ensureBuilt();
  if (builtMs !== null) console.log(`Built in ${(builtMs / 1000).toFixed(1)} s.`);
} catch (error) {
  console.error(`octavo: ${error.message}`);
  process.exit(1);
}
// The time to ready counts from here.
performance.mark('octavo:start');
// From Node 22 on, compiled code is kept for the next start.
module.enableCompileCache?.();
process.argv.splice(2, 0, 'serve');
await import('../dist/main.js');
