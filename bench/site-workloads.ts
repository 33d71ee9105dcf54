import { SignJWT } from 'jose';
import type { BenchSite } from './dataset/site.ts';
import type { LoadRequest } from './load.ts';
import { get, type Workload } from './workloads.ts';

/** The workloads of a published site, which only Octavo and fastify-pg serve. */
export const siteWorkloadNames = ['W5', 'W6', 'W7'] as const;

/** Returns the requests that a renderer sends. The tokens of visitors are valid for two hours. */
export async function siteWorkloadsOf(site: BenchSite): Promise<Workload[]> {
  const { organizationId, siteId, spaceId, revisionId, pageId } = site;
  const lookUps = lookUpsOf(site, await visitorTokenOf(site));
  const [signIn] = lookUps;
  const shared = { face: 'rest', bars: { 'fastify-pg': 0.5 }, otherSizes: [], sameBody: () => false } as const;
  const workload = (
    name: (typeof siteWorkloadNames)[number],
    title: string,
    requests: readonly LoadRequest[],
    own: Pick<Workload, 'caller' | 'statements' | 'p99Ms'>,
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
    workload('W5', 'look-up of a published URL', lookUps, { caller: 'nobody', statements: 2, p99Ms: 20 }),
    workload('W6', 'document of a page with ten conditions on the way', [get(document)], {
      caller: 'visitor',
      statements: 3,
    }),
    workload(
      'W7',
      'published site of 200 site spaces in 20 sections',
      [get(`/v1/orgs/${organizationId}/sites/${siteId}/published`)],
      { caller: 'visitor', statements: 3 },
    ),
  ];
}

const lookUpsOf = ({ urls }: BenchSite, visitorToken: string): LoadRequest[] =>
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
