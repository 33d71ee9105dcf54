import * as z from 'zod';
import { Id, inputForm, jsonForm, omittable } from '../../../lib/form-types.ts';
import { freeForms } from '../../../lib/free-forms.ts';
import { WebhookUrl } from '../webhooks/fields.ts';
import {
  Base64Image,
  ConfigurationValues,
  EventsSecret,
  ExternalIds,
  InstallationSelection,
  IntegrationCategory,
  IntegrationDescription,
  IntegrationRuntime,
  IntegrationScopeChoice,
  IntegrationSummary,
  IntegrationTarget,
  IntegrationTitle,
  IntegrationVisibility,
  PreviewImages,
  Script,
} from './fields.ts';
import { Blocks, Configurations, ContentSecurityPolicy, ContentSources, ExternalLinks, Secrets } from './manifest.ts';

export const PublishIntegrationInput = inputForm('PublishIntegration', 'A version of an integration.', {
  organization: z
    .string()
    .describe('Id or subdomain of the organization that publishes it. The caller must be an admin of it.'),
  title: IntegrationTitle.describe('Name that people see.'),
  description: IntegrationDescription.describe('What it does, in one sentence.'),
  script: Script.describe('The script. It is stored and never returned; this service does not run it.'),
  runtime: IntegrationRuntime.apply(omittable).describe('What the script is written for; `v1` when omitted.'),
  icon: Base64Image.nullish().describe('Icon in base64. The icon before is kept when omitted, and removed by null.'),
  summary: IntegrationSummary.apply(omittable).describe('What it does, in Markdown.'),
  previewImages: PreviewImages.apply(omittable).describe(
    'Images that show it, in base64. Those before are kept when omitted.',
  ),
  visibility: IntegrationVisibility.apply(omittable).describe('Who may find it; `PRIVATE` when omitted.'),
  target: IntegrationTarget.apply(omittable).describe('What it is meant for; `ALL` when omitted.'),
  scopes: z
    .array(IntegrationScopeChoice)
    .apply(omittable)
    .describe('What its installations may do; nothing when omitted.'),
  categories: z.array(IntegrationCategory).apply(omittable).describe('Categories in which the integration is listed.'),
  blocks: Blocks.apply(omittable).describe('Blocks that it adds to pages.'),
  contentSources: ContentSources.apply(omittable).describe('Sources of computed pages.'),
  externalLinks: ExternalLinks.apply(omittable).describe('Links to pages about it.'),
  configurations: Configurations.optional().describe('The configuration values of its installations.'),
  secrets: Secrets.optional().describe(
    'Secrets of the script, by name. They are stored encrypted and never returned. The current ones are kept when omitted.',
  ),
  eventsURL: WebhookUrl.nullish().describe(
    'Where its installations are sent events by POST. It must begin with `https`, unless the instance allows the host. The current one is kept when omitted, and removed by null.',
  ),
  eventsSecret: EventsSecret.optional().describe(
    'The secret that signs these events by Standard Webhooks. It is stored encrypted and never returned. The current one is kept when omitted; one that is replaced signs as well for a day.',
  ),
  contentSecurityPolicy: ContentSecurityPolicy.apply(omittable).describe(
    'Content security policy for the responses of the script: the value of the header, or the value of each directive by name.',
  ),
});

export const InstallIntegrationInput = inputForm('InstallIntegration', 'A new installation of an integration.', {
  organization: Id.describe('Id of the organization. The caller must be an admin of it.'),
  space_selection: InstallationSelection.apply(omittable).describe('`SELECTED` when omitted.'),
  site_selection: InstallationSelection.apply(omittable).describe('`SELECTED` when omitted.'),
  configuration: jsonForm(ConfigurationValues)
    .apply(omittable)
    .describe(`Configuration values, by name. ${freeForms.configuration}`),
});

export const UpdateInstallationInput = inputForm(
  'UpdateInstallation',
  'Fields to update. Omitted fields stay unchanged.',
  {
    configuration: jsonForm(ConfigurationValues)
      .optional()
      .describe(`Configuration values, by name. They replace all existing values. ${freeForms.configuration}`),
    externalIds: ExternalIds.optional().describe(
      'Ids of an external system that installations can be filtered by; at most five.',
    ),
    space_selection: InstallationSelection.optional().describe(
      'Whether the installation applies to all spaces of the organization.',
    ),
    site_selection: InstallationSelection.optional().describe(
      'Whether the installation applies to all sites of the organization.',
    ),
    paused: z
      .boolean()
      .optional()
      .describe('Whether the installation is paused. Tokens of a paused installation are refused.'),
    acceptScopes: z
      .boolean()
      .apply(omittable)
      .describe('True grants the scopes that the published version of the integration requests.'),
  },
);

export const AddInstallationSpaceInput = inputForm(
  'AddInstallationSpace',
  'Where an installation begins to act: a space, with its settings there.',
  {
    space: Id.describe('Id of a space of the organization.'),
    configuration: jsonForm(ConfigurationValues)
      .apply(omittable)
      .describe(`Configuration values for the space, by name. ${freeForms.configuration}`),
  },
);

export const UpdateInstallationSpaceInput = inputForm(
  'UpdateInstallationSpace',
  'Fields to update. Omitted fields stay unchanged.',
  {
    configuration: jsonForm(ConfigurationValues)
      .optional()
      .describe(
        `Configuration values for the space, by name. They replace all existing values. ${freeForms.configuration}`,
      ),
    externalIds: ExternalIds.optional().describe(
      'Ids of an external system that installations can be filtered by; at most five.',
    ),
  },
);

export const AddInstallationSiteInput = inputForm(
  'AddInstallationSite',
  'Where an installation begins to act: a site, with its settings there.',
  {
    siteId: Id.describe('Id of a site of the organization.'),
    configuration: jsonForm(ConfigurationValues)
      .apply(omittable)
      .describe(`Configuration values for the site, by name. ${freeForms.configuration}`),
  },
);

export const UpdateInstallationSiteInput = inputForm(
  'UpdateInstallationSite',
  'Fields to update. Omitted fields stay unchanged.',
  {
    configuration: jsonForm(ConfigurationValues)
      .optional()
      .describe(
        `Configuration values for the site, by name. They replace all existing values. ${freeForms.configuration}`,
      ),
    externalIds: ExternalIds.optional().describe(
      'Ids of an external system that installations can be filtered by; at most five.',
    ),
  },
);
