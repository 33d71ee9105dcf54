import { Command, Option } from 'commander';
import { readConfig } from '../config.ts';
import { importSources } from '../domain/imports/fields.ts';
import { defaultLifeDays, maxLifeDays } from '../domain/tokens/fields.ts';
import { parseDays, parseName, parseScopes } from './options.ts';

/**
 * Every command with its options. What a command does is loaded when it runs, after the settings were read: help and
 * refusals do not wait for the whole program.
 */
export function commands(): readonly Command[] {
  return [
    new Command('serve')
      .description('start the service; the first start creates a user, an organization and a token')
      .option('--demo', 'also load the demo organization')
      .action(after(async (options) => (await import('./serve.ts')).serve(options))),
    new Command('migrate')
      .description('bring the schema of the database up to date; `serve` does this too')
      .option('--status', 'only say what is missing')
      .action(after(async (options) => (await import('./migrate.ts')).migrate(options))),
    tokenCommand(),
    new Command('import')
      .description('add pages and files from an address or a file to a space, all or nothing')
      .argument('<url|file>', 'an http(s) URL, or a path')
      .requiredOption('--space <id>', 'where the pages go')
      .addOption(new Option('--source <kind>', 'what it is').choices(Object.keys(importSources)).makeOptionMandatory())
      .option('--change-request <id|number>', 'a change request of the space to import into instead')
      .option('--dry-run', 'only say what would come and what would be lost')
      .option('--user <email|id>', 'in whose name; an admin of the organization when absent')
      .action(after(async (from, options) => (await import('./import.ts')).importInto(from, options))),
    new Command('demo')
      .description('load the demo organization, with people, spaces and comments')
      .action(after(async () => (await import('./demo.ts')).demo())),
    new Command('openapi')
      .description('print the OpenAPI document of the REST API')
      .action(async () => (await import('./openapi.ts')).printOpenapi()),
    new Command('doctor')
      .description('look for what contradicts itself in the database and the file storage')
      .option('--fix', 'count wrong counters again and write the search index anew; nothing else is changed')
      .action(after(async (options) => (await import('./doctor.ts')).doctor(options))),
  ];
}

function tokenCommand(): Command {
  const token = new Command('token').description('create, list and revoke API tokens');
  token
    .command('create')
    .description('create a token and print its secret, which is not kept')
    .requiredOption('--user <email|id>', 'whose token it is')
    .option('--name <name>', 'what it is for', parseName, 'Command line')
    .option('--expires-days <days>', `how long it works, 1 to ${maxLifeDays}`, parseDays, defaultLifeDays)
    .option('--scopes <scopes>', 'comma-separated; all when absent', parseScopes)
    .option('--org <id>', 'the one organization it works in')
    .action(after(async (options) => (await import('./token.ts')).createToken(options)));
  token
    .command('list')
    .description('list the tokens of a user')
    .requiredOption('--user <email|id>', 'whose tokens')
    .action(after(async (options) => (await import('./token.ts')).listTokens(options)));
  token
    .command('revoke')
    .description('end a token at once')
    .argument('<id>', 'as `token list` shows it')
    .action(after(async (id) => (await import('./token.ts')).revokeToken(id)));
  return token;
}

/** The action, once the settings are known to be good. Commander's types say nothing of what it passes. */
// oxlint-disable-next-line typescript/no-explicit-any
function after(action: (...args: any[]) => Promise<void>) {
  // oxlint-disable-next-line typescript/no-explicit-any
  return async (...args: any[]): Promise<void> => {
    readConfig();
    await action(...args);
  };
}
