import * as z from 'zod';
import { integrationScopes, type IntegrationScope } from '../../../access/integration-scopes.ts';
import { choice } from '../../../lib/form-types.ts';
import { notBlank } from '../../../lib/not-blank.ts';
import { isWebhookSecret } from '../webhooks/sign.ts';

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

const runtimes = { v1: 'The first runtime.', v2: 'The second runtime.' } as const;
export const IntegrationRuntime = choice('IntegrationRuntime', 'What the script is written for.', runtimes);

export const integrationVisibilities = {
  public: 'Listed for everyone.',
  private: 'For the organization that owns it only.',
  unlisted: 'For everyone who knows its name.',
} as const;
export type IntegrationVisibility = keyof typeof integrationVisibilities;
export const IntegrationVisibility = choice(
  'IntegrationVisibility',
  'Who may find an integration.',
  integrationVisibilities,
);

export const integrationTargets = {
  all: 'Organizations, spaces and sites.',
  site: 'Sites.',
  space: 'Spaces.',
  organization: 'Organizations as a whole.',
} as const;
export type IntegrationTarget = keyof typeof integrationTargets;
export const IntegrationTarget = choice(
  'IntegrationTarget',
  'The kind of resource that an integration can be added to.',
  integrationTargets,
);

const integrationCategories = {
  analytics: 'Analytics.',
  collaboration: 'Collaboration.',
  content: 'Content.',
  gitsync: 'Synchronization with Git.',
  marketing: 'Marketing.',
  'visitor-auth': 'Sign-in of visitors.',
  other: 'Anything else.',
} as const;
export type IntegrationCategory = keyof typeof integrationCategories;
export const IntegrationCategory = choice('IntegrationCategory', 'The topic of an integration.', integrationCategories);

const integrationScopeMeanings = Object.fromEntries(
  integrationScopes.map((scope) => [scope, `The scope \`${scope}\`.`]),
) as Record<IntegrationScope, string>;
export const IntegrationScopeChoice = choice(
  'IntegrationScope',
  'A scope of the tokens of an installation.',
  integrationScopeMeanings,
);

const propertyTypes = {
  string: 'A text.',
  number: 'A number.',
  boolean: 'True or false.',
  button: 'A button without a value.',
} as const;
export type PropertyType = keyof typeof propertyTypes;
export const IntegrationPropertyType = choice(
  'IntegrationPropertyType',
  'The type of a configuration value.',
  propertyTypes,
);

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

const selections = {
  all: 'All spaces or sites of the organization.',
  selected: 'Only those that the installation was added to.',
} as const;
export type Selection = keyof typeof selections;
export const InstallationSelection = choice(
  'InstallationSelection',
  'Which spaces or sites an installation applies to.',
  selections,
);

export const installationStatuses = {
  active: 'In use.',
  pending: 'Lacks values that its configuration requires.',
  paused: 'Paused by an admin: its tokens are refused.',
} as const;
export type InstallationStatus = keyof typeof installationStatuses;

/** The secret that signs events, in the form of Standard Webhooks: 24 to 64 bytes in base64. */
export const EventsSecret = z
  .string()
  .max(100)
  .refine(isWebhookSecret, 'must be `whsec_` and 24 to 64 bytes in base64');

const sentStatuses = {
  success: 'The address has answered with a 2xx status.',
  failed: 'The last attempt has failed. It may be tried again.',
} as const;
export type IntegrationEventStatus = keyof typeof sentStatuses;
export const IntegrationEventStatus = choice(
  'IntegrationEventStatus',
  'Whether an event has reached the address of an integration.',
  sentStatuses,
);

/** Lifetime of the token of an installation, in milliseconds. */
export const installationTokenMs = 3_600_000;
