import type { Running } from '../app/process/start.ts';
import type { Urls } from '../domain/core/context.ts';
import { passkeyProblem } from '../domain/people/passkeys/relying-party.ts';
import { mayRunScripts, sitesOriginAt } from '../domain/core/urls.ts';
import type { DemoAddresses } from '../domain/operations/demo/site.ts';
import type { Config } from '../config.ts';

/**
 * Returns the message that `octavo serve` prints when it is ready. On the first start it shows the token and examples.
 * `demoSite` has the addresses of the site of the demo, which was loaded.
 */
export function announcement(
  { platform, beginning }: Running,
  config: Config,
  { readyMs, demoSite }: { readonly readyMs: number; readonly demoSite: DemoAddresses | null },
): string {
  const { base } = platform.services.urls;
  const database = config.DATABASE_URL === undefined ? `PGlite in ${config.DATA_DIR}` : 'PostgreSQL';
  const lines = [
    '',
    `Octavo is ready in ${(readyMs / 1000).toFixed(1)} s, on ${database}.`,
    '',
    `  Desk           ${base}/`,
    `  Manual         ${base}/manual/`,
    `  GraphiQL       ${base}/graphql`,
    `  API reference  ${base}/docs`,
    `  REST           ${base}/v1`,
    ...(sharesOrigin(platform.services.urls)
      ? [`  Sites          without scripts, on the origin of the API; set SITES_DOMAIN`]
      : []),
    ...(demoSite === null ? [] : addressesIn(demoSite)),
    '',
  ];
  return [...lines, ...(beginning ? first(platform.services.urls, beginning, config) : [])].join('\n');
}

/** Whether pages of sites have the origin of the API, whose tokens their scripts could read. They run none there. */
export const sharesOrigin = (urls: Urls): boolean =>
  urls.sitesOrigin !== undefined && !mayRunScripts(urls, sitesOriginAt(urls, urls.sites));

const addressesIn = ({ reader, visitor, changeRequest }: DemoAddresses) => [
  `  Demo site      ${reader}`,
  ...(visitor === null ? [] : [`  … as a visitor with claims, for an hour:`, `    ${visitor}`]),
  ...(changeRequest === null ? [] : [`  … as the preview of a change request, for an hour:`, `    ${changeRequest}`]),
];

function first(
  { base }: Urls,
  { secret, link, organizationId, expiresAt }: NonNullable<Running['beginning']>,
  config: Config,
) {
  const bearer = `-H 'Authorization: Bearer ${secret}'`;
  const json = `-H 'Content-Type: application/json'`;
  const query = `{"query":"{ viewer { displayName organizations(first: 5) { edges { node { id title } } } } }"}`;
  return [
    ...(link === null
      ? [passkeyProblem({ base }) ?? '', '']
      : ['Open this link within a day, to sign in by a passkey from then on. It works once.', '', `  ${link.url}`, '']),
    `This token is for programs. It is shown once, and valid until ${expiresAt.toISOString().slice(0, 10)}. Create others in GraphiQL,`,
    config.DATABASE_URL === undefined
      ? 'or with `npx octavo token create` while the server is stopped.'
      : 'or with `npx octavo token create`.',
    '',
    `  ${secret}`,
    '',
    ...(config.BOOTSTRAP_TOKEN_FILE === undefined ? [] : [`It is also in ${config.BOOTSTRAP_TOKEN_FILE}.`, '']),
    'Try:',
    '',
    `  curl ${bearer} ${base}/v1/user`,
    `  curl ${bearer} ${json} -d '{"title":"Handbook"}' ${base}/v1/orgs/${organizationId}/spaces`,
    `  curl ${bearer} ${json} -d '${query}' ${base}/graphql`,
    '',
  ];
}
