import { InvalidArgumentError, type Command } from 'commander';
import { sql } from '../db/sql.ts';
import { scopes as allScopes, type Scope } from '../domain/access/scopes.ts';
import { getOrganization } from '../domain/organizations/organizations.ts';
import { defaultLifeDays, maxLifeDays, TokenName } from '../domain/tokens/fields.ts';
import { listApiTokens, revokeApiToken, type ApiToken } from '../domain/tokens/list.ts';
import { issueToken } from '../domain/tokens/tokens.ts';
import { notFound } from '../lib/errors.ts';
import { findUser } from './find-user.ts';
import { withSession } from './session.ts';

const dayMs = 86_400_000;
const maxListed = 1_000;

export function addToken(program: Command): void {
  const token = program.command('token').description('create, list and revoke API tokens');
  token
    .command('create')
    .description('create a token and print its secret, which is not kept')
    .requiredOption('--user <email|id>', 'whose token it is')
    .option('--name <name>', 'what it is for', parseName, 'Command line')
    .option('--expires-days <days>', `how long it works, 1 to ${maxLifeDays}`, parseDays, defaultLifeDays)
    .option('--scopes <scopes>', 'comma-separated; all when absent', parseScopes)
    .option('--org <id>', 'the one organization it works in')
    .action(create);
  token
    .command('list')
    .description('list the tokens of a user')
    .requiredOption('--user <email|id>', 'whose tokens')
    .action(list);
  token
    .command('revoke')
    .description('end a token at once')
    .argument('<id>', 'as `token list` shows it')
    .action(revoke);
}

interface CreateOptions {
  readonly user: string;
  readonly name: string;
  readonly expiresDays: number;
  readonly scopes?: readonly Scope[];
  readonly org?: string;
}

async function create({ user, name, expiresDays, scopes = allScopes, org }: CreateOptions): Promise<void> {
  await withSession(async (session) => {
    const { id: userId } = await findUser(session.contextOf(), user);
    const ctx = session.contextOf(userId);
    const organizationId = org === undefined ? null : (await getOrganization(ctx, org)).id;
    const expiresAt = new Date(ctx.now().getTime() + expiresDays * dayMs);
    const { id, secret } = await issueToken(ctx, { userId, kind: 'user', name, scopes, organizationId, expiresAt });
    console.error(`${id} works until ${expiresAt.toISOString()}; this is shown once:`);
    console.log(secret);
  });
}

async function list({ user }: { user: string }): Promise<void> {
  await withSession(async (session) => {
    const { id } = await findUser(session.contextOf(), user);
    const { items } = await listApiTokens(session.contextOf(id), { first: maxListed, after: null });
    if (items.length === 0) console.log('This user has no token.');
    for (const token of items) console.log(lineOf(token));
  });
}

const lineOf = (token: ApiToken) =>
  [token.id, `${token.prefix}_…${token.lastFour}`, `until ${token.expiresAt ?? 'revoked'}`, token.name].join('  ');

async function revoke(id: string): Promise<void> {
  await withSession(async (session) => {
    const holder = await session
      .contextOf()
      .sql.first<{ userId: string }>(sql`select "userId" from api_tokens where id = ${id}`);
    if (holder === null) throw notFound('token', id);
    await revokeApiToken(session.contextOf(holder.userId), id);
    console.log(`${id} is revoked.`);
  });
}

function parseName(text: string): string {
  const parsed = TokenName.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError('It must have 1 to 100 characters.');
  return parsed.data;
}

function parseDays(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > maxLifeDays)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxLifeDays}.`);
  return days;
}

function parseScopes(text: string): readonly Scope[] {
  const asked = text.split(',').map((scope) => scope.trim());
  const unknown = asked.find((scope) => !(allScopes as readonly string[]).includes(scope));
  if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is none of ${allScopes.join(', ')}.`);
  return asked as Scope[];
}
