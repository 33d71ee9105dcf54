import type { Prisma } from '../src/db/generated/client.ts';
import type { Platform } from '../src/app/process/platform.ts';
import { clock } from './setup/clock.ts';

/** The rows of the tables that factories fill. */
interface Tables {
  readonly api_tokens: Prisma.ApiTokenCreateManyInput;
  readonly blobs: Prisma.BlobCreateManyInput;
  readonly change_request_reviews: Prisma.ChangeRequestReviewCreateManyInput;
  readonly change_requests: Prisma.ChangeRequestCreateManyInput;
  readonly collections: Prisma.CollectionCreateManyInput;
  readonly comments: Prisma.CommentCreateManyInput;
  readonly content_entries: Prisma.ContentEntryCreateManyInput;
  readonly content_links: Prisma.ContentLinkCreateManyInput;
  readonly documents: Prisma.DocumentCreateManyInput;
  readonly events: Prisma.EventCreateManyInput;
  readonly glossary_entries: Prisma.GlossaryEntryCreateManyInput;
  readonly grants: Prisma.GrantCreateManyInput;
  readonly installations: Prisma.InstallationCreateManyInput;
  readonly integrations: Prisma.IntegrationCreateManyInput;
  readonly invites: Prisma.InviteCreateManyInput;
  readonly jobs: Prisma.JobCreateManyInput;
  readonly login_providers: Prisma.LoginProviderCreateManyInput;
  readonly members: Prisma.MemberCreateManyInput;
  readonly oidc_providers: Prisma.OidcProviderCreateManyInput;
  readonly openapi_specs: Prisma.OpenApiSpecCreateManyInput;
  readonly openapi_versions: Prisma.OpenApiVersionCreateManyInput;
  readonly organizations: Prisma.OrganizationCreateManyInput;
  readonly renderers: Prisma.RendererCreateManyInput;
  readonly webhooks: Prisma.WebhookCreateManyInput;
  readonly webhook_deliveries: Prisma.WebhookDeliveryCreateManyInput;
  readonly requested_reviewers: Prisma.RequestedReviewerCreateManyInput;
  readonly revisions: Prisma.RevisionCreateManyInput;
  readonly saml_providers: Prisma.SamlProviderCreateManyInput;
  readonly site_adaptive_schemas: Prisma.SiteAdaptiveSchemaCreateManyInput;
  readonly site_redirects: Prisma.SiteRedirectCreateManyInput;
  readonly site_section_groups: Prisma.SiteSectionGroupCreateManyInput;
  readonly site_sections: Prisma.SiteSectionCreateManyInput;
  readonly site_share_links: Prisma.SiteShareLinkCreateManyInput;
  readonly site_spaces: Prisma.SiteSpaceCreateManyInput;
  readonly site_visitor_auth: Prisma.SiteVisitorAuthCreateManyInput;
  readonly sites: Prisma.SiteCreateManyInput;
  readonly spaces: Prisma.SpaceCreateManyInput;
  readonly team_members: Prisma.TeamMemberCreateManyInput;
  readonly teams: Prisma.TeamCreateManyInput;
  readonly page_freshness: Prisma.PageFreshnessCreateManyInput;
  readonly templates: Prisma.TemplateCreateManyInput;
  readonly translated_spaces: Prisma.TranslatedSpaceCreateManyInput;
  readonly translation_settings: Prisma.TranslationSettingsCreateManyInput;
  readonly users: Prisma.UserCreateManyInput;
}

/** Rows of a table, with the same columns. */
type Part = { [Table in keyof Tables]: readonly [Table, ...(readonly Tables[Table][])] }[keyof Tables];

/**
 * Inserts rows with the same columns. Every test makes a world of a dozen rows, and Prisma takes several times the processor
 * time of the driver for each.
 */
export const insert = <Table extends keyof Tables>(
  platform: Pick<Platform, 'db'>,
  table: Table,
  ...rows: readonly Tables[Table][]
): Promise<void> => insertTogether(platform, [table, ...rows] as unknown as Part);

/** Inserts rows of several tables by one statement, since each is a turn of both processes. They may refer to each other. */
export async function insertTogether({ db }: Pick<Platform, 'db'>, ...parts: readonly Part[]): Promise<void> {
  const filled = parts.filter(([, ...rows]) => rows.length > 0);
  if (filled.length === 0) return;
  const values: string[] = [];
  const inserts: string[] = [];
  for (const [table, ...rows] of filled) {
    const times = await timesOf(db, table);
    const timed = rows.map((row) => {
      const made = moment();
      return { ...Object.fromEntries(times.map((name) => [name, made])), ...row };
    });
    const columns = Object.entries(timed[0]!).flatMap(([name, value]) => (value === undefined ? [] : [`"${name}"`]));
    values.push(JSON.stringify(timed));
    if (table === 'events') inserts.push(countersOfEvents(values.length));
    inserts.push(textOf(table, columns.join(), values.length));
  }
  await db.pool.query({ ...readStatement(inserts), values });
}

const textOf = (table: string, columns: string, place: number) =>
  `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $${place})`;

/** The counters go on after these events, as after all others: the next one of the server would have the position of one of them. */
const countersOfEvents = (place: number) =>
  `insert into event_streams as known ("organizationId", position)
   select "organizationId", max(position) from json_populate_recordset(null::events, $${place}) group by 1
   on conflict ("organizationId") do update set position = greatest(known.position, excluded.position)`;

const statements = new Map<string, { readonly name: string; readonly text: string }>();

function readStatement(inserts: readonly string[]) {
  const before = inserts.slice(0, -1).map((text, index) => `part_${index} as (${text})`);
  const text = `${before.length > 0 ? `with ${before.join()} ` : ''}${inserts.at(-1)}`;
  const statement = statements.get(text) ?? { name: `insert_${statements.size}`, text };
  statements.set(text, statement);
  return statement;
}

let lastMs = 0;

/** Returns the time, later than the last one that it gave: rows are listed in the order in which they are made. */
function moment(): Date {
  const ms = clock.now().getTime();
  // A clock that a test had set forward goes back.
  lastMs = lastMs - ms > 1_000 ? ms : Math.max(lastMs + 1, ms);
  return new Date(lastMs);
}

const times = new Map<string, Promise<readonly string[]>>();

/** Returns the columns that hold when a row was made, which Prisma fills with the time of the process. */
function timesOf(db: Platform['db'], table: string): Promise<readonly string[]> {
  const known = times.get(table) ?? readTimes(db, table);
  times.set(table, known);
  return known;
}

async function readTimes({ pool }: Platform['db'], table: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and atthasdef and atttypid = 'timestamptz'::regtype`,
    [table],
  );
  return rows.map(({ name }) => name);
}
