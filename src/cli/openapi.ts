import type { Command } from 'commander';
import { version } from '../app/version.ts';
import { routes } from '../rest/app.ts';
import { openapi } from '../rest/openapi/document.ts';
import { schema } from '../schema/index.ts';

export function addOpenapi(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI document of the REST API')
    .action(() => void process.stdout.write(`${JSON.stringify(openapi(schema, routes, version), null, 2)}\n`));
}
