import type { IntegrationActor } from '../../../access/actor.ts';
import { scopesOfIntegration, spaceRoleOf } from '../../../access/integration-scopes.ts';
import type { Scope } from '../../../access/scopes.ts';
import type { ActingIntegration } from './queries.ts';

/**
 * The actor of an integration. Its own token gives access to operations that need no scope. The token of an
 * installation has the scopes that both the organization accepted and the integration currently requests.
 */
export function integrationActor({ published, agreed, ...ids }: ActingIntegration): {
  readonly integration: IntegrationActor;
  readonly scopes: ReadonlySet<Scope>;
} {
  const scopes = agreed === null ? [] : agreed.filter((scope) => published.includes(scope));
  return { integration: { ...ids, spaceRole: spaceRoleOf(scopes) }, scopes: scopesOfIntegration(scopes) };
}
