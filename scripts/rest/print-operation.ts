// Prints an operation of the REST API as it runs: `npm run rest UpdateSpaceById`. Without a name, prints all names.
import { schema } from '../../src/schema/index.ts';
import { describeOperation } from './operation-text.ts';

const { text, isFound } = await describeOperation(schema, process.argv[2]);
if (isFound) console.log(text);
else {
  console.error(text);
  process.exitCode = 1;
}
