import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';

/** The columns of a section or a site space that are read. */
interface Part {
  readonly id: string;
  readonly path: string;
  readonly isDefault: boolean;
  readonly sectionId: string;
  readonly spaceId: string;
}

const key = 'the key of the peer';
const sign = (claims: object) => {
  const body = [{ alg: 'HS256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
};
const isSigned = (token: string) => {
  const at = token.lastIndexOf('.');
  return createHmac('sha256', key).update(token.slice(0, at)).digest('base64url') === token.slice(at + 1);
};

/**
 * Serves the reads of a published site with one prepared statement per request, which reads the same rows as Octavo. It does
 * not evaluate conditions or convert texts to blocks, and has no redirects, custom hostnames or share links.
 */
export function serveSites(app: FastifyInstance, pool: Pool): void {
  const rowsOf = async (name: string, text: string, values: unknown[]) =>
    (await pool.query({ name, text, values })).rows;

  app.post<{ Body: { url: string } }>('/v1/urls/published', async (request) => {
    const { hostname, pathname } = new URL(request.body.url);
    const [, basename = '', section = ''] = pathname.split('/');
    const [row] = await rowsOf(
      'look-up',
      `select o.id as organization, t.id as site, v."sealedKey", a."jsonSchema",
        (select json_agg(x) from site_sections x where x."siteId" = t.id) as sections,
        (select json_agg(x) from (select p.*, s.title, s."revisionId" from site_spaces p join spaces s on s.id = p."spaceId"
          where p."siteId" = t.id) x) as spaces
       from organizations o join sites t on t."organizationId" = o.id join site_visitor_auth v on v."siteId" = t.id
       left join site_adaptive_schemas a on a."siteId" = t.id
       where o.hostname = $1 and t.basename = $2 and t.published`,
      [hostname.split('.')[0], basename],
    );
    const found = row.sections.find(({ path, isDefault }: Part) => (section === '' ? isDefault : path === section));
    const siteSpace = row.spaces.find(({ sectionId, isDefault }: Part) => sectionId === found.id && isDefault);
    const { organization, site } = row;
    return {
      organization,
      site,
      siteSection: found.id,
      siteSpace: siteSpace.id,
      space: siteSpace.spaceId,
      basePath: `/${basename}/${section}`,
      siteBasePath: `/${basename}/`,
      pathname: '/',
      complete: false,
      canonicalUrl: request.body.url,
      apiToken: sign({
        organization,
        site,
        siteSpace: siteSpace.id,
        spaces: row.spaces.map((one: Part) => one.spaceId),
      }),
    };
  });

  app.get<{ Params: { space: string; page: string } }>(
    '/v1/spaces/:space/revisions/:revision/page/:page/document',
    async ({ params, headers }, reply) => {
      if (!isSigned(headers.authorization?.slice(7) ?? '')) return reply.code(404).send();
      const rows = await rowsOf(
        'document',
        `with recursive way as (
           select e.* from content_entries e where e.line = $1 and e."entryId" = $2 and e."toSeq" is null
           union all select e.* from way w join content_entries e
             on e.line = $1 and e."entryId" = w."parentId" and e."toSeq" is null)
         select w.*, d.markdown from way w left join documents d on d.id = w."documentId"`,
        [params.space, params.page],
      );
      const nodes = (rows[0].markdown as string).split('\n\n').map((text) => ({ object: 'block', data: { text } }));
      return { object: 'document', data: {}, nodes };
    },
  );

  app.get<{ Params: { site: string } }>('/v1/orgs/:org/sites/:site/published', async ({ params, headers }, reply) => {
    if (!isSigned(headers.authorization?.slice(7) ?? '')) return reply.code(404).send();
    const [site] = await rowsOf(
      'published',
      `select t.*, c.settings,
        (select json_agg(x order by x.position) from site_sections x where x."siteId" = t.id) as sections,
        (select json_agg(x order by x.position) from (select p.*, row_to_json(s) as space from site_spaces p
          join spaces s on s.id = p."spaceId" where p."siteId" = t.id) x) as spaces
       from sites t left join site_customizations c on c."siteId" = t.id where t.id = $1 and t.published`,
      [params.site],
    );
    const { sections, spaces, ...own } = site;
    const inSection = (id: string) => spaces.filter(({ sectionId }: Part) => sectionId === id);
    const structure = sections.map((section: Part) => ({ ...section, siteSpaces: inSection(section.id) }));
    return { site: own, structure: { type: 'sections', structure } };
  });
}
