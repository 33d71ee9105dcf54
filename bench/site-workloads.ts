import { SignJWT } from 'jose';
import { spacesInEach, type BenchSite } from './dataset/site.ts';
import type { LoadRequest } from './load.ts';
import { get, type Goals, type Workload } from './workloads.ts';

/** The workloads of a published site, which only Octavo and fastify-pg serve. */
export const siteWorkloadNames = ['W5', 'W6', 'W7'] as const;

/** Returns the requests that a renderer sends. The tokens of visitors are valid for two hours. */
export async function siteWorkloadsOf(site: BenchSite): Promise<Workload[]> {
  const { organizationId, siteId, spaceId, revisionId, pageId, urls } = site;
  const lookUps = listLookUps(site, await visitorTokenOf(site));
  const [signIn] = lookUps;
  const shared = { face: 'rest', otherSizes: [] } as const;
  const workload = (
    name: (typeof siteWorkloadNames)[number],
    title: string,
    requests: readonly LoadRequest[],
    own: Pick<Workload, 'caller' | 'statements' | 'p99Ms' | 'goals' | 'comparable'>,
  ): Workload => ({
    ...shared,
    ...own,
    name,
    title,
    ...(signIn === undefined ? {} : { signIn }),
    requests: (contender) => (contender.name === 'fastify-prisma' ? [] : requests),
  });
  const document = `/v1/spaces/${spaceId}/revisions/${revisionId}/page/${pageId}/document?evaluated=true`;
  return [
    workload('W5', 'look-up of a published URL', lookUps, {
      caller: 'nobody',
      statements: 2,
      p99Ms: 20,
      goals: goalsOf({ server: 1, throughput: 0.5 }),
      comparable: foundPlace,
    }),
    workload('W6', 'document of a page with ten conditions on the way', [get(document)], {
      caller: 'visitor',
      statements: 3,
      goals: goalsOf({ server: 1.5, throughput: 0.5 }),
      // The peer makes no blocks of the text.
      comparable: null,
    }),
    workload(
      'W7',
      `published site of ${urls.length * spacesInEach} site spaces in ${urls.length} sections`,
      [get(`/v1/orgs/${organizationId}/sites/${siteId}/published`)],
      {
        caller: 'visitor',
        statements: 3,
        goals: goalsOf({ server: 0.5, throughput: 0.5 }),
        comparable: structureIds,
      },
    ),
  ];
}

const goalsOf = (goals: Goals) => ({ 'fastify-pg': goals });

/** What a look-up finds, without the tokens and the URLs that only Octavo knows. */
function foundPlace(body: unknown) {
  const { organization, site, siteSection, siteSpace, space, pathname, complete } = body as Readonly<
    Record<string, unknown>
  >;
  return { organization, site, siteSection, siteSpace, space, pathname, complete };
}

interface Structure {
  readonly site: { readonly id: string };
  readonly structure: {
    readonly structure: readonly { readonly id: string; readonly siteSpaces: readonly { readonly id: string }[] }[];
  };
}

/** The ids of a site, its sections and site spaces. The peer shows their columns as they are. */
const structureIds = (body: unknown) => {
  const { site, structure } = body as Structure;
  return {
    site: site.id,
    sections: structure.structure.map(({ id, siteSpaces }) => [id, ...siteSpaces.map((one) => one.id)]),
  };
};

const listLookUps = ({ urls }: BenchSite, visitorToken: string): LoadRequest[] =>
  urls.map((url) => ({
    method: 'POST',
    path: '/v1/urls/published',
    body: JSON.stringify({ url, visitor: { jwtToken: visitorToken, unsignedClaims: {} }, redirectOnError: false }),
  }));

const visitorTokenOf = ({ visitorKey }: BenchSite) =>
  new SignJWT({ beta: true })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('2h')
    .sign(new TextEncoder().encode(visitorKey));
