import type { Shape } from './shape.ts';

/** Additional fields of answers, with reasons. Clients ignore unknown fields. */
export const additional: Readonly<Record<string, { readonly shape: Shape; readonly because: string }>> = {
  'Space.language?': { shape: 'string', because: 'newer clients read it' },
  'Space.mergeRules': { shape: { type: '"inherit"' }, because: 'newer clients read it' },
  'Space.permissions.installIntegration': { shape: 'boolean', because: 'newer clients read it' },
  'ChangeRequest.space': { shape: 'string', because: 'newer clients read it; lists of an organization need it' },
  'ChangeRequest.description?': { shape: 'JsonDocument', because: 'newer clients read and write it' },
  'ChangeRequest.pullRequest?': { shape: 'string', because: 'one that shows a pull request is merged at its host' },
  'Organization.verifiedEmailDomains': {
    shape: ['string'],
    because: 'only the domains that are proved admit people',
  },
  'Organization.mergeRules': { shape: { type: '"none"' }, because: 'newer clients read it' },
  'Organization.permissions.listInstallations': { shape: 'boolean', because: 'newer clients read it' },
  'Organization.permissions.installIntegration': { shape: 'boolean', because: 'newer clients read it' },
  'SAMLProvider.certificates': {
    shape: [{ subject: 'string', fingerprint: 'string', validFrom: 'date-time', expiresAt: 'date-time' }],
    because: 'admins see when a certificate expires',
  },
  'SAMLProvider.signRequests': { shape: 'boolean', because: 'some identity providers take signed requests only' },
  'Site.permissions': {
    shape: { view: 'boolean', edit: 'boolean', admin: 'boolean' },
    because: 'newer clients read it',
  },
  'ContentReferenceUsage.startsAt?': { shape: 'number', because: 'the place in the text tells equal links apart' },
  'ContentReferenceUsage.endsAt?': { shape: 'number', because: 'the place in the text tells equal links apart' },
  'EmbeddedGroupPage.urls': { shape: { app: 'string' }, because: 'embedded pages of every type name their address' },
  'EmbeddedLinkPage.urls': { shape: { app: 'string' }, because: 'embedded pages of every type name their address' },
};

const hosted = 'a self-hosted service bills nobody';

/** Optional fields, alternatives and values of the contract that no answer has, with reasons. */
export const unserved: Readonly<Record<string, string>> = {
  'Space.gitSync.installationProvider': '`github-legacy` is a former app of the vendor',
  'Space.gitSync.integration': 'a space notes its repository, and not who has asked for the import',
  'Site.ads': 'sites show no advertisements',
  'Site.features[].id': 'features that decide nothing are not listed',
  'Site.features[].customizations': 'features are not limited by plans',
  'SiteSpace.hasAdvancedCustomizationFeature': 'features are not limited by plans',
  'Comment.target.node.preview': 'nodes have no preview',
  'Organization.billing': hosted,
  'Organization.blocked': hosted,
  'Organization.customHostname': 'custom hostnames belong to sites',
  'Organization.internal_billingMigration': hosted,
  'Organization.trial.status': hosted,
  'Organization.trial.endDate': hosted,
  'Organization.trial.decision': hosted,
  'ReusableContent.computed': 'reusable contents are not computed',
  'ReusableContent.computedSeed': 'reusable contents are not computed',
  Page: 'a computed page answers as a document with `computed` and `computedSeed`',
  ContentLocation: 'links lead to pages, files, spaces and URLs so far',
  'PageLocation.internalLocation': 'nodes of a page have no address',
};

/**
 * Places where the OpenAPI document is less strict than the contract, with reasons. Bodies are checked against the
 * contract nevertheless.
 */
export const looser: Readonly<Record<string, string>> = {
  'Organization.plan': 'the plan is a free word in the document',
  ContentReference: 'one object with optional members in the document, one object per kind in the contract',
  EmbeddedPage: 'one object with optional members in the document, one object per type in the contract',
};
