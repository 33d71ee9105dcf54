import { version } from '../lib/program.ts';
import { openapi } from '../rest/openapi.ts';

/** Prints the OpenAPI document of the REST API. */
export function printOpenapi(): void {
  process.stdout.write(`${JSON.stringify(openapi(version), null, 2)}\n`);
}
