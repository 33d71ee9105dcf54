import * as z from 'zod';
import { named, namedInGraph, urlForm } from '../../../lib/form-types.ts';
import { notBlank } from '../../../lib/not-blank.ts';
import { IntegrationPropertyType } from './fields.ts';

// What a publisher declares in a version of an integration.

const EntryId = z.string().min(1).max(100);
const BlockTitle = z
  .string()
  .min(2, { abort: true })
  .max(40)
  .refine(...notBlank);
const BlockDescription = z.string().max(150);
const Icon = urlForm(z.string().max(2_048));

const BlockMarkdown = named(
  { name: 'IntegrationBlockMarkdown', description: 'How a block is written in Markdown.' },
  z.object({
    codeblock: z.string().max(100).describe('Language of the code block.'),
    body: z.string().max(100).describe('Property of the block that contains the text of the code block.'),
  }),
);

const Block = named(
  { name: 'IntegrationBlock', description: 'A block that an integration adds to pages.', isInline: true },
  z.object({
    id: EntryId.describe('Id of the block within the integration.'),
    title: BlockTitle.describe('Name of the block.'),
    description: BlockDescription.optional().describe('What the block shows.'),
    icon: Icon.optional().describe('URL of an image that stands for it.'),
    urlUnfurl: namedInGraph('unfurlUrls', z.array(urlForm(z.string().max(2_048))).max(50))
      .optional()
      .describe('URLs of websites whose pages the block can show.'),
    markdown: BlockMarkdown.optional().describe('How the block is written in Markdown.'),
  }),
);
export type IntegrationBlock = z.infer<typeof Block>;
export const Blocks = unique(z.array(Block).max(50));

const ContentSourceConfiguration = named(
  { name: 'IntegrationContentSourceConfiguration', description: 'How a content source is configured.' },
  z.object({
    componentId: z.string().max(100).describe('Id of the component that the user enters the values in.'),
  }),
);

const ContentSource = named(
  { name: 'IntegrationContentSource', description: 'A source of computed pages.', isInline: true },
  z.object({
    id: EntryId.describe('Id of the source within the integration.'),
    title: BlockTitle.describe('Name of the source.'),
    description: BlockDescription.optional().describe('What the source contains.'),
    icon: Icon.optional().describe('URL of an image that stands for it.'),
    configuration: ContentSourceConfiguration.describe('How the source is configured.'),
  }),
);
export type IntegrationContentSource = z.infer<typeof ContentSource>;
export const ContentSources = unique(z.array(ContentSource).max(50));

/** A list of entries with distinct ids. */
function unique<Entry extends z.ZodType<{ readonly id: string }>>(entries: z.ZodArray<Entry>) {
  return entries.refine(
    (list) => new Set((list as readonly { id: string }[]).map(({ id }) => id)).size === list.length,
    'must not contain the same id twice',
  );
}

const HttpUrl = urlForm(z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).max(2_048));
const ExternalLink = named(
  { name: 'IntegrationExternalLink', description: 'A link to a page about an integration.', isInline: true },
  z.object({
    url: HttpUrl.describe('URL of the page.'),
    label: z.string().min(1).max(100).describe('Text of the link.'),
  }),
);
export type IntegrationLink = z.infer<typeof ExternalLink>;
export const ExternalLinks = z.array(ExternalLink).max(5);

const PropertyName = z.string().min(1).max(100);
const PropertyDefault = named(
  {
    name: 'IntegrationPropertyDefault',
    description: 'The default of a configuration value, in the field for the type of the value.',
    alternatives: {
      text: 'The value, for the type `STRING`.',
      number: 'The value, for the type `NUMBER`.',
      flag: 'The value, for the type `BOOLEAN`.',
    },
  },
  z.union([z.string().max(2_048), z.number(), z.boolean()]),
);
const Property = z
  .object({
    title: z.string().max(30).optional().describe('Label of the value.'),
    description: z.string().max(100).optional().describe('Purpose of the value.'),
    type: IntegrationPropertyType.describe('The type of the value.'),
    default: PropertyDefault.optional().describe('The value for installations that do not set it.'),
    completion_url: urlForm(z.string().max(2_048)).optional().describe('URL of an endpoint that suggests values.'),
    enum: z
      .array(z.string().max(256))
      .max(100)
      .optional()
      .describe('The accepted values, at most 100. All values of the type are accepted when omitted.'),
    callback_url: urlForm(z.string().max(2_048)).optional().describe('URL that the button opens, for a button.'),
    button_text: z.string().max(100).optional().describe('Label of the button, for a button.'),
  })
  .refine(({ type, default: value }) => value === undefined || typeof value === type, 'has a default of another type')
  .refine(
    ({ enum: values, default: value }) => values === undefined || value === undefined || values.includes(String(value)),
    'has a default that is not one of its values',
  );

export type IntegrationProperty = z.infer<typeof Property>;

/** A configuration: properties by name, or a component that renders the form. */
const ConfigurationSchema = named(
  {
    name: 'IntegrationConfiguration',
    description:
      'The configuration values of an installation: either `properties`, or the `componentId` of a component that the user enters them in.',
  },
  z.union(
    [
      z
        .object({
          properties: named(
            {
              name: 'IntegrationProperty',
              description: 'The declaration of a configuration value.',
              entry: { key: ['name', 'Key of the value in a configuration.'] },
            },
            z.record(PropertyName, Property),
          )
            .refine((all) => Object.keys(all).length <= 50, 'must have at most 50 properties')
            .describe('The declaration of each value. At most 50.'),
          required: z
            .array(PropertyName)
            .max(50)
            .optional()
            .describe('Names of required values. An installation without them is pending.'),
        })
        .refine(
          ({ properties, required = [] }) => required.every((name) => Object.hasOwn(properties, name)),
          'requires a property that it does not have',
        )
        .refine(({ required = [] }) => new Set(required).size === required.length, 'requires a property twice'),
      z.object({
        componentId: z.string().min(1).max(100).describe('Id of the component that the user enters the values in.'),
      }),
    ],
    { error: ({ input }) => (typeof input === 'object' ? undefined : 'must be an object') },
  ),
);
export type IntegrationConfiguration = z.infer<typeof ConfigurationSchema>;

export const Configurations = named(
  {
    name: 'IntegrationConfigurations',
    description: 'The configuration values of an integration, by the place that they are for.',
    isInline: true,
  },
  z.object({
    account: ConfigurationSchema.optional().describe('Values for the whole installation.'),
    space: ConfigurationSchema.optional().describe('Values for each space of an installation.'),
    site: ConfigurationSchema.optional().describe('Values for each site of an installation.'),
  }),
);
export type IntegrationConfigurations = z.infer<typeof Configurations>;

const SecretName = z.string().regex(/^\w{1,100}$/, 'must consist of letters, digits and underscores');
export const Secrets = named(
  {
    name: 'IntegrationSecret',
    description: 'A secret of the script of an integration.',
    entry: {
      key: ['name', 'Name of the secret: letters, digits and underscores.'],
      value: ['value', 'Value of the secret.'],
    },
  },
  z.record(SecretName, z.string().max(8_192)),
).refine((secrets) => Object.keys(secrets).length <= 20, 'must have at most 20 secrets');

const Directive = z.string().regex(/^[a-z-]{1,50}$/, 'must be the name of a directive');
const plainPolicy = /^[\x20-\x7e]*$/;
const noBreak = 'must consist of printable ASCII characters';
const Directives = named(
  {
    name: 'ContentSecurityPolicyDirective',
    description: 'What a browser may load of one kind: a directive of a content security policy.',
    entry: {
      key: ['name', 'Name of the directive, such as `img-src`.'],
      value: ['value', 'Value of the directive, such as `*`.'],
    },
  },
  z.record(
    Directive,
    z
      .string()
      .max(2_048)
      .regex(/^[\x20-\x3a\x3c-\x7e]*$/, `${noBreak}, without semicolons`),
  ),
).refine((directives) => Object.keys(directives).length <= 50, 'must have at most 50 directives');

/** A content security policy: the text of the header, or directives by name. */
export const ContentSecurityPolicy = named(
  {
    name: 'ContentSecurityPolicy',
    description: 'What a browser may load on a page of an integration: the text of the header, or directives by name.',
    alternatives: {
      header: 'Value of the header.',
      directives: 'Directives in the order of the header. At most 50.',
    },
  },
  z.union([z.string().max(8_192).regex(plainPolicy, noBreak), Directives]),
);

/** Formats a policy as the text of the header. */
export const formatPolicy = (policy: z.infer<typeof ContentSecurityPolicy>): string =>
  typeof policy === 'string'
    ? policy
    : Object.entries(policy)
        .map(([directive, value]) => `${directive} ${value}`.trim())
        .join('; ');
