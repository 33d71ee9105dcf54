import type { Actor } from '../../../access/actor.ts';
import type { Membership } from '../../../access/effective-role.ts';
import { rule, type Policy } from '../../../access/policy.ts';
import { atLeast } from '../../../access/roles.ts';

export interface IntegrationFacts {
  readonly id: string;
  readonly visibility: string;
  /** The caller's membership in the owner organization. */
  readonly membership: Membership;
  readonly isInstalled: boolean;
  readonly canInstall: boolean;
}

const isSeen = (_actor: Actor, { visibility, membership, isInstalled }: IntegrationFacts) =>
  visibility !== 'private' || membership !== null || isInstalled;

const isOwner = (_actor: Actor, { membership }: IntegrationFacts) => membership?.role === 'admin';

/** Who may do what with an integration. See docs/reference/access.md#integrations. */
export const integrationPolicy: Policy<'read' | 'admin' | 'install', IntegrationFacts> = {
  kind: 'integration',
  rules: {
    view: rule('integration:read', isSeen),
    read: rule('integration:read', isSeen),
    /** Includes publishing new versions, unpublishing and issuing tokens. */
    admin: rule('integration:write', isOwner),
    install: rule('integration:write', (_actor, { canInstall }) => canInstall),
  },
};

export interface InstallationFacts {
  readonly id: string;
  readonly integrationId: string;
  /** The caller's membership in the organization of the installation. */
  readonly membership: Membership;
  /** Whether the caller is an admin of the organization that owns the integration. */
  readonly isOwner: boolean;
}

const isAdmin = (_actor: Actor, { membership }: InstallationFacts) => membership?.role === 'admin';

/** Whether the caller is the integration or this installation of it. */
const isItself = ({ integration }: Actor, { id, integrationId }: InstallationFacts) =>
  integration !== undefined &&
  integration.integrationId === integrationId &&
  (integration.installationId === null || integration.installationId === id);

const isIntegration = (actor: Actor, facts: InstallationFacts) =>
  actor.integration?.installationId === null && isItself(actor, facts);

const isSeenInstallation = (actor: Actor, facts: InstallationFacts) =>
  facts.isOwner || isItself(actor, facts) || atLeast(facts.membership?.role ?? null, 'read');

const isAdminOrItself = (actor: Actor, facts: InstallationFacts) => isAdmin(actor, facts) || isItself(actor, facts);

/** Who may do what with an installation. See docs/reference/access.md#integrations. */
export const installationPolicy: Policy<
  'read' | 'readConfiguration' | 'configure' | 'admin' | 'createToken',
  InstallationFacts
> = {
  kind: 'installation',
  rules: {
    view: rule('integration:read', isSeenInstallation),
    read: rule('integration:read', isSeenInstallation),
    readConfiguration: rule('integration:read', isAdminOrItself),
    /** Includes changes of the configuration and external ids. */
    configure: rule('integration:write', isAdminOrItself),
    /** Includes selecting spaces and sites, granting scopes, pausing and uninstalling. */
    admin: rule('integration:write', isAdmin),
    createToken: rule('integration:write', (actor, facts) => isAdmin(actor, facts) || isIntegration(actor, facts)),
  },
};

export type InstallationAction = Exclude<keyof typeof installationPolicy.rules, 'view'>;
