import { Command, Option } from 'commander';
import { readConfig } from '../config.ts';
import { importSources } from '../domain/imports/fields.ts';
import { defaultLifetimeDays, maxLifetimeDays } from '../domain/tokens/fields.ts';
import { parseDays, parseName, parseScopes, parseUrl } from './options.ts';

/**
 * Every command with its options. The module of a command is loaded when the command runs, after the settings were
 * read, so that help and invalid options respond quickly.
 */
export function commands(): readonly Command[] {
  return [
    new Command('serve')
      .description('start the service; the first start creates a user, an organization and a token')
      .option('--demo', 'also load the demo organization')
      .option('--adopt-storage', 'use this file storage from now on, although it is not the one of the database')
      .action(after(async (options) => (await import('./serve.ts')).serve(options))),
    new Command('migrate')
      .description('apply the missing database migrations; `serve` does this too')
      .option('--status', 'only list the missing migrations')
      .action(after(async (options) => (await import('./migrate.ts')).migrate(options))),
    tokenCommand(),
    new Command('login')
      .description('sign in by single sign-on in the browser, and print the token of the session')
      .argument('<organization>', 'hostname of an organization, or an email address')
      .option('--server <url>', 'the service to sign in to', 'http://127.0.0.1:4000')
      .option('--provider <id>', 'the SAML provider, when there are several')
      .option('--no-open', 'only print the address')
      .action(async (organization, options) => (await import('./login.ts')).login(organization, options)),
    new Command('users')
      .description('list the users of the installation')
      .action(after(async () => (await import('./users.ts')).printUsers())),
    ssoCommand(),
    importCommand(),
    exportCommand(),
    new Command('demo')
      .description('load the demo organization, with people, spaces and comments')
      .action(after(async () => (await import('./demo.ts')).demo())),
    new Command('dump')
      .description('write the whole installation, database and files, into one archive; the service may run meanwhile')
      .argument('<file>', 'the archive to write, such as octavo.zip')
      .action(after(async (file) => (await import('./backup.ts')).dumpTo(file))),
    new Command('restore')
      .description('fill an empty database and file storage from an archive of `dump`, all or nothing')
      .argument('<file>', 'the archive')
      .action(after(async (file) => (await import('./backup.ts')).restoreFrom(file))),
    new Command('openapi')
      .description('print the OpenAPI document of the REST API')
      .action(async () => (await import('./openapi.ts')).printOpenapi()),
    new Command('doctor')
      .description('check the database and the file storage for inconsistencies')
      .option(
        '--fix',
        'recompute wrong counters, rebuild the search index and store missing anchors of texts; nothing else is changed',
      )
      .action(after(async (options) => (await import('./doctor.ts')).doctor(options))),
  ];
}

function tokenCommand(): Command {
  const token = new Command('token').description('create, list and revoke API tokens');
  token
    .command('create')
    .description('create a token and print its secret, which is not stored')
    .option('--user <email|id>', 'the owner of the token; the first administrator when absent')
    .option('--name <name>', 'the name of the token', parseName, 'Command line')
    .option('--expires-days <days>', `lifetime in days, 1 to ${maxLifetimeDays}`, parseDays, defaultLifetimeDays)
    .option('--scopes <scopes>', 'comma-separated; all when absent', parseScopes)
    .option('--org <id>', 'limit the token to one organization')
    .action(after(async (options) => (await import('./token.ts')).createToken(options)));
  token
    .command('list')
    .description('list the tokens of a user')
    .option('--user <email|id>', 'the owner of the tokens; the first administrator when absent')
    .action(after(async (options) => (await import('./token.ts')).listTokens(options)));
  token
    .command('revoke')
    .description('revoke a token')
    .argument('<id>', 'as `token list` shows it')
    .action(after(async (id) => (await import('./token.ts')).revokeToken(id)));
  return token;
}

function importCommand(): Command {
  return new Command('import')
    .description(
      'import pages and files into a space, all or nothing; by a running server with OCTAVO_TOKEN, else on the database itself',
    )
    .argument('<url|path>', 'an http(s) URL, a file, or a folder such as a git clone')
    .option('--space <id>', 'the space to import into')
    .option('--change-request <id|number>', 'a change request of the space to import into instead')
    .option('--organization <id>', 'the organization to import the export of another one into; needs a server')
    .addOption(
      new Option('--source <kind>', 'the format of the source; recognized from the path when absent').choices(
        Object.keys(importSources),
      ),
    )
    .option('--dry-run', 'only list what would be imported and what would be lost')
    .option('--user <email|id>', 'without a server: the user to import as; an admin of the organization when absent')
    .addOption(serverOption())
    .action(after(async (from, options) => (await import('./import.ts')).importInto(from, options)));
}

function exportCommand(): Command {
  return new Command('export')
    .description('export a space or an organization by a running server, with OCTAVO_TOKEN, into a ZIP archive')
    .option('--space <id>', 'the space to export')
    .option('--organization <id>', 'the organization to export')
    .option('--output <file>', 'the archive to write; `<id>.zip` when absent')
    .option('--force', 'replace a file that exists')
    .addOption(serverOption())
    .action(after(async (options) => (await import('./remote/export.ts')).exportTo(options)));
}

const serverOption = () =>
  new Option('--url <url>', 'the server to call; OCTAVO_URL when absent, and else that of the settings').argParser(
    parseUrl,
  );

function ssoCommand(): Command {
  const sso = new Command('sso').description('help an organization that cannot sign in');
  sso
    .command('reset')
    .description('no longer require single sign-on, when the identity provider is lost; tokens work again')
    .argument('<organization>', 'id or hostname')
    .action(after(async (organization) => (await import('./sso.ts')).resetSignOn(organization)));
  return sso;
}

/** Wraps an action so that it runs with valid settings. Commander's types do not describe its arguments. */
// oxlint-disable-next-line typescript/no-explicit-any
function after(action: (...args: any[]) => Promise<void>) {
  // oxlint-disable-next-line typescript/no-explicit-any
  return async (...args: any[]): Promise<void> => {
    readConfig();
    await action(...args);
  };
}
