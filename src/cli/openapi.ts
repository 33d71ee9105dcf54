import { version } from '../app/version.ts';
import { routes } from '../rest/app.ts';
import { openapi } from '../rest/openapi/document.ts';
import { schema } from '../schema/index.ts';

/** Prints the OpenAPI document of the REST API. */
export function printOpenapi(): void {
  process.stdout.write(`${JSON.stringify(openapi(schema, routes, version), null, 2)}\n`);
}
