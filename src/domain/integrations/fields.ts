import * as z from 'zod';
import { integrationScopes, type IntegrationScope } from '../../access/integration-scopes.ts';
import { notBlank } from '../../lib/not-blank.ts';

export const IntegrationName = z
  .string()
  .max(100)
  .regex(/^[a-zA-Z0-9-_.]+$/, 'must consist of letters, digits, hyphens, underscores and dots')
  .refine((name) => !/^\.+$/.test(name), 'must not consist of dots alone');

/** A domain of pages that a block unfurls, such as `example.org`. */
export const BlockDomain = z
  .string()
  .max(100)
  .regex(/^[a-zA-Z0-9-_.]+$/, 'must be a domain name');

export const IntegrationTitle = z
  .string()
  .min(2, { abort: true })
  .max(30)
  .refine(...notBlank);
export const IntegrationDescription = z.string().max(100);
export const IntegrationSummary = z.string().max(2_048);

const maxPreviewImages = 3;
export const maxImageBytes = 2_097_152;
/** Image bytes in base64. */
export const Base64Image = z.string().max(Math.ceil(maxImageBytes / 3) * 4);
export const PreviewImages = z.array(Base64Image).max(maxPreviewImages);
export const Script = z.string().min(1).max(2_097_152);

export const runtimes = { v1: 'The first runtime.', v2: 'The second runtime.' } as const;

export const integrationVisibilities = {
  public: 'Listed for everyone.',
  private: 'For the organization that owns it only.',
  unlisted: 'For everyone who knows its name.',
} as const;
export type IntegrationVisibility = keyof typeof integrationVisibilities;

export const integrationTargets = {
  all: 'Organizations, spaces and sites.',
  site: 'Sites.',
  space: 'Spaces.',
  organization: 'Organizations as a whole.',
} as const;
export type IntegrationTarget = keyof typeof integrationTargets;

export const integrationCategories = {
  analytics: 'Analytics.',
  collaboration: 'Collaboration.',
  content: 'Content.',
  gitsync: 'Synchronization with Git.',
  marketing: 'Marketing.',
  'visitor-auth': 'Sign-in of visitors.',
  other: 'Anything else.',
} as const;
export type IntegrationCategory = keyof typeof integrationCategories;

export const integrationScopeMeanings = Object.fromEntries(
  integrationScopes.map((scope) => [scope, `The scope \`${scope}\`.`]),
) as Record<IntegrationScope, string>;

const Id = z.string().min(1).max(100);
const BlockTitle = z
  .string()
  .min(2, { abort: true })
  .max(40)
  .refine(...notBlank);
const BlockDescription = z.string().max(150);
const Icon = z.string().max(2_048);

const Block = z.object({
  id: Id,
  title: BlockTitle,
  description: BlockDescription.optional(),
  icon: Icon.optional(),
  urlUnfurl: z.array(z.string().max(2_048)).max(50).optional(),
  markdown: z.object({ codeblock: z.string().max(100), body: z.string().max(100) }).optional(),
});
export type IntegrationBlock = z.infer<typeof Block>;
export const Blocks = unique(z.array(Block).max(50));

const ContentSource = z.object({
  id: Id,
  title: BlockTitle,
  description: BlockDescription.optional(),
  icon: Icon.optional(),
  configuration: z.object({ componentId: z.string().max(100) }),
});
export type IntegrationContentSource = z.infer<typeof ContentSource>;
export const ContentSources = unique(z.array(ContentSource).max(50));

/** A list of entries with distinct ids. */
function unique<Entry extends z.ZodType<{ readonly id: string }>>(entries: z.ZodArray<Entry>) {
  return entries.refine(
    (list) => new Set((list as readonly { id: string }[]).map(({ id }) => id)).size === list.length,
    'must not contain the same id twice',
  );
}

const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).max(2_048);
const ExternalLink = z.object({ url: HttpUrl, label: z.string().min(1).max(100) });
export type IntegrationLink = z.infer<typeof ExternalLink>;
export const ExternalLinks = z.array(ExternalLink).max(5);

export const propertyTypes = {
  string: 'A text.',
  number: 'A number.',
  boolean: 'True or false.',
  button: 'A button without a value.',
} as const;
export type PropertyType = keyof typeof propertyTypes;

const PropertyName = z.string().min(1).max(100);
const Property = z
  .object({
    title: z.string().max(30).optional(),
    description: z.string().max(100).optional(),
    type: z.enum(Object.keys(propertyTypes) as [PropertyType, ...PropertyType[]]),
    default: z.union([z.string().max(2_048), z.number(), z.boolean()]).optional(),
    completion_url: z.string().max(2_048).optional(),
    enum: z.array(z.string().max(256)).max(100).optional(),
    callback_url: z.string().max(2_048).optional(),
    button_text: z.string().max(100).optional(),
  })
  .refine(({ type, default: value }) => value === undefined || typeof value === type, 'has a default of another type')
  .refine(
    ({ enum: values, default: value }) => values === undefined || value === undefined || values.includes(String(value)),
    'has a default that is not one of its values',
  );

export type IntegrationProperty = z.infer<typeof Property>;

/** A configuration: properties by name, or a component that renders the form. */
const ConfigurationSchema = z.union(
  [
    z
      .object({
        properties: z
          .record(PropertyName, Property)
          .refine((all) => Object.keys(all).length <= 50, 'must have at most 50 properties'),
        required: z.array(PropertyName).max(50).optional(),
      })
      .refine(
        ({ properties, required = [] }) => required.every((name) => Object.hasOwn(properties, name)),
        'requires a property that it does not have',
      )
      .refine(({ required = [] }) => new Set(required).size === required.length, 'requires a property twice'),
    z.object({ componentId: z.string().min(1).max(100) }),
  ],
  { error: ({ input }) => (typeof input === 'object' ? undefined : 'must be an object') },
);
export type IntegrationConfiguration = z.infer<typeof ConfigurationSchema>;

export const Configurations = z.object({
  account: ConfigurationSchema.optional(),
  space: ConfigurationSchema.optional(),
  site: ConfigurationSchema.optional(),
});
export type IntegrationConfigurations = z.infer<typeof Configurations>;

const SecretName = z.string().regex(/^\w{1,100}$/, 'must consist of letters, digits and underscores');
export const Secrets = z
  .record(SecretName, z.string().max(8_192))
  .refine((secrets) => Object.keys(secrets).length <= 20, 'must have at most 20 secrets');

const Directive = z.string().regex(/^[a-z-]{1,50}$/, 'must be the name of a directive');
const plainPolicy = /^[\x20-\x7e]*$/;
const noBreak = 'must consist of printable ASCII characters';
/** A content security policy: the text of the header, or directives by name. */
export const ContentSecurityPolicy = z.union([
  z.string().max(8_192).regex(plainPolicy, noBreak),
  z
    .record(
      Directive,
      z
        .string()
        .max(2_048)
        .regex(/^[\x20-\x3a\x3c-\x7e]*$/, `${noBreak}, without semicolons`),
    )
    .refine((directives) => Object.keys(directives).length <= 50, 'must have at most 50 directives'),
]);

/** Formats a policy as the text of the header. */
export const formatPolicy = (policy: z.infer<typeof ContentSecurityPolicy>): string =>
  typeof policy === 'string'
    ? policy
    : Object.entries(policy)
        .map(([directive, value]) => `${directive} ${value}`.trim())
        .join('; ');

export const ExternalIds = z.array(z.string().min(1).max(256)).max(5);
export const ExternalId = z.string().max(256);

/** Maximum length of the configuration of an installation, in characters of JSON. */
const maxConfigurationLength = 65_536;
export const ConfigurationValues = z
  .record(z.string().max(100), z.unknown())
  .refine((values) => JSON.stringify(values).length <= maxConfigurationLength, {
    error: `must be at most ${maxConfigurationLength} characters of JSON`,
  });
export type ConfigurationValues = z.infer<typeof ConfigurationValues>;

export const selections = {
  all: 'All spaces or sites of the organization.',
  selected: 'Only those that the installation was added to.',
} as const;
export type Selection = keyof typeof selections;

export const installationStatuses = {
  active: 'In use.',
  pending: 'Lacks values that its configuration requires.',
  paused: 'Paused by an admin: its tokens are refused.',
} as const;
export type InstallationStatus = keyof typeof installationStatuses;

/** Lifetime of the token of an installation, in milliseconds. */
export const installationTokenMs = 3_600_000;
