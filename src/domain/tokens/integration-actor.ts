import type { IntegrationActor } from '../../access/actor.ts';
import { scopesOfIntegration, spaceRoleOf } from '../../access/integration-scopes.ts';
import type { Scope } from '../../access/scopes.ts';
import type { ActingIntegration } from './queries.ts';

/**
 * What an integration may do: its own token what needs no scope, the token of an installation what both the organization
 * agreed to and the integration still asks for.
 */
export function integrationActor({ published, agreed, ...ids }: ActingIntegration): {
  readonly integration: IntegrationActor;
  readonly scopes: ReadonlySet<Scope>;
} {
  const scopes = agreed === null ? [] : agreed.filter((scope) => published.includes(scope));
  return { integration: { ...ids, spaceRole: spaceRoleOf(scopes) }, scopes: scopesOfIntegration(scopes) };
}
