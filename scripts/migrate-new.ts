import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeNextMigration } from './next-migration.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { empty: { type: 'boolean', default: false } },
});
const result = await writeNextMigration({ name: positionals[0] ?? '', empty: values.empty });
if ('written' in result) {
  console.log(`Wrote ${path.relative(process.cwd(), result.written)}; CHECKs and partial indexes are yours to add.`);
} else {
  console.error(`${result.refused}\nUsage: npm run migrate:new NAME [-- --empty]`);
  process.exitCode = 1;
}
