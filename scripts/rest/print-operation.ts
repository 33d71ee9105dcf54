// Prints an operation of the REST API as it runs: `npm run rest UpdateSpaceById`. Without a name, prints all names. The
// statements are those of a run, for which it starts a server on an embedded database.
import { schema } from '../../src/schema/index.ts';
import { describeStatements } from './operation-statements.ts';
import { describeOperation } from './operation-text.ts';

const { text, isFound, operationIds } = await describeOperation(schema, process.argv[2]);
if (isFound) {
  console.log(text);
  if (operationIds.length > 0) console.log(`\n${await describeStatements(operationIds)}`);
} else {
  console.error(text);
  process.exitCode = 1;
}
