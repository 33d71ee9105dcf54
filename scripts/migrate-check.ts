import { missingSql } from './schema-engine.ts';

const sql = await missingSql();
if (sql === '') {
  console.log('Models and migrations agree.');
} else {
  console.error(`The models want what no migration does. \`npm run migrate:new NAME\` writes it:\n\n${sql}`);
  process.exitCode = 1;
}
