import { rule, type Policy } from '../../../access/policy.ts';
import type { Role } from '../../../access/roles.ts';

export interface WebhookFacts {
  readonly organizationId: string;
  /** The caller's role in the organization; null for guests and others. */
  readonly organizationRole: Role | null;
  /** The caller's role on the space, collection or site of the webhook; that in the organization without one. */
  readonly role: Role | null;
}

const isAdmin = (_actor: unknown, { organizationRole, role }: WebhookFacts) =>
  organizationRole === 'admin' || role === 'admin';

/** Who may do what with a webhook: the admins of what it belongs to, who see everything that it sends. */
export const webhookPolicy: Policy<'manage', WebhookFacts> = {
  kind: 'webhook',
  rules: { view: rule('org:read', isAdmin), manage: rule('org:write', isAdmin) },
};
