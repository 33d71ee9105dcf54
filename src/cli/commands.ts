import { Command, Option } from 'commander';
import { readConfig } from '../config.ts';
import { importSources } from '../text/imports/fields.ts';
import { defaultLifetimeDays, maxLifetimeDays } from '../domain/people/tokens/fields.ts';
import { parseDays, parseName, parseScopes, parseUrl } from './options.ts';

/**
 * Returns every command with its options. The module of a command is loaded when the command runs, after the settings were
 * read, so that `--help` and errors in options are fast.
 */
export function commands(): readonly Command[] {
  return [
    new Command('serve')
      .description('start the service; the first start creates a user, an organization and a token')
      .option('--demo', 'also load the demo organization')
      .option('--adopt-storage', 'accept the configured file storage, even if the database was used with another one')
      .action(after(async (options) => (await import('./serve.ts')).serve(options))),
    new Command('migrate')
      .description('apply the missing database migrations; `serve` does this too')
      .option('--status', 'only list the missing migrations')
      .action(after(async (options) => (await import('./migrate.ts')).migrate(options))),
    tokenCommand(),
    new Command('login')
      .description('sign in in the browser, by a passkey or by single sign-on, and print the token of the session')
      .argument(
        '[organization]',
        'hostname of an organization, or an email address, to go to its identity provider at once',
      )
      .option('--server <url>', 'the service to sign in to', 'http://127.0.0.1:4000')
      .option('--provider <id>', 'the identity provider, when there are several')
      .option('--no-open', 'print the URL without opening a browser')
      .action(async (organization, options) => (await import('./login.ts')).login(organization, options)),
    new Command('users')
      .description('list the users of the installation')
      .action(after(async () => (await import('./users.ts')).printUsers())),
    userCommand(),
    ssoCommand(),
    domainCommand(),
    gitCommand(),
    importCommand(),
    exportCommand(),
    new Command('demo')
      .description('load the demo organization, with people, spaces and comments')
      .action(after(async () => (await import('./demo.ts')).demo())),
    new Command('dump')
      .description('write the database and all files into one archive; on PostgreSQL the service may keep running')
      .argument('<file>', 'the archive to write, such as octavo.zip')
      .action(after(async (file) => (await import('./backup.ts')).dumpTo(file))),
    new Command('restore')
      .description('restore an archive of `dump` into an empty database and file storage, completely or not at all')
      .argument('<file>', 'the archive')
      .action(after(async (file) => (await import('./backup.ts')).restoreFrom(file))),
    new Command('openapi')
      .description('print the OpenAPI document of the REST API')
      .action(async () => (await import('./openapi.ts')).printOpenapi()),
    new Command('doctor')
      .description('check the database and the file storage for inconsistencies')
      .option(
        '--fix',
        'recompute wrong counters, rebuild the search index and store missing anchors of pages; nothing else is changed',
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
    .option('--scopes <scopes>', 'scopes of the token, separated by commas; all when absent', parseScopes)
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
    .argument('<id>', 'the id of the token, as printed by `token list`')
    .action(after(async (id) => (await import('./token.ts')).revokeToken(id)));
  return token;
}

function importCommand(): Command {
  return new Command('import')
    .description(
      'import pages and files into a space, completely or not at all; through a running server when OCTAVO_TOKEN is set, otherwise directly into the database',
    )
    .argument('<url|path>', 'an http(s) URL, a file, or a folder such as a git clone')
    .option('--space <id>', 'the space to import into')
    .option('--change-request <id|number>', 'a change request of the space to import into instead')
    .option('--site <id>', 'the site that gets a space for each version and language of the source; needs a server')
    .option('--organization <id>', 'the organization to import an export of an organization into; needs a server')
    .addOption(
      new Option('--source <kind>', 'the format of the source; recognized from the path when absent').choices(
        Object.keys(importSources),
      ),
    )
    .option(
      '--update',
      'update the pages and files of an earlier import of the same source instead of adding them again',
    )
    .option('--import-version <name>', 'the version to import of a source that holds several, as --dry-run names it')
    .option('--language <code>', 'the language to import of a source that holds several, as --dry-run names it')
    .option('--allow-partial', 'import also when most of the pages that are there are left out')
    .option('--dry-run', 'list what would be imported, left out and changed, without importing')
    .option('--user <email|id>', 'the user to import as without a server; an admin of the organization when absent')
    .addOption(serverOption())
    .action(after(async (from, options) => (await import('./import.ts')).importInto(from, options)));
}

function exportCommand(): Command {
  return new Command('export')
    .description('export a space or an organization into a ZIP archive, through a running server; needs OCTAVO_TOKEN')
    .option('--space <id>', 'the space to export')
    .option('--organization <id>', 'the organization to export')
    .option('--output <file>', 'the archive to write; `<id>.zip` when absent')
    .option('--force', 'replace an existing file')
    .addOption(serverOption())
    .action(after(async (options) => (await import('./remote/export.ts')).exportTo(options)));
}

const serverOption = () =>
  new Option('--url <url>', 'the server to call; OCTAVO_URL or the server of the settings when absent').argParser(
    parseUrl,
  );

function userCommand(): Command {
  const user = new Command('user').description('let somebody in who cannot sign in');
  user
    .command('link')
    .description('print a link by which a person gets a new passkey within an hour; their sessions end when it is used')
    .argument('[email|id]', 'the person; the first administrator when absent')
    .action(after(async (person) => (await import('./user-link.ts')).printLink(person)));
  return user;
}

function ssoCommand(): Command {
  const sso = new Command('sso').description('restore access to an organization that cannot sign in');
  sso
    .command('reset')
    .description(
      'stop requiring single sign-on, so that API tokens work again when the identity provider is unavailable',
    )
    .argument('<organization>', 'id or hostname')
    .action(after(async (organization) => (await import('./sso.ts')).resetSignOn(organization)));
  return sso;
}

function gitCommand(): Command {
  const git = new Command('git').description('look after spaces that are connected with Git repositories');
  git
    .command('status')
    .description('list the connections, and how their last syncs ended')
    .action(after(async () => (await import('./git.ts')).printGitStatus()));
  return git;
}

function domainCommand(): Command {
  const domain = new Command('domain').description('confirm the email domains of organizations');
  domain
    .command('verify')
    .description(
      "confirm without DNS that an email domain is an organization's own, so that its people may join and sign in",
    )
    .argument('<organization>', 'id or hostname')
    .argument('<domain>', 'one of the email domains that the organization lists')
    .action(
      after(async (organization, emailDomain) => (await import('./domain.ts')).verifyDomain(organization, emailDomain)),
    );
  return domain;
}

/** Wraps an action so that it fails early for invalid settings. Commander's types do not describe the arguments. */
// oxlint-disable-next-line typescript/no-explicit-any
function after(action: (...args: any[]) => Promise<void>) {
  // oxlint-disable-next-line typescript/no-explicit-any
  return async (...args: any[]): Promise<void> => {
    readConfig();
    await action(...args);
  };
}
