import { builder } from '../builder.ts';
import { inPart, keyed, oneOf } from '../contract-form.ts';
import { PropertyTypeEnum } from './integration-parts.ts';

// These fields have no limits of their own. `PublishIntegrationInput` validates its lists as a whole.

const BlockMarkdownInput = builder.inputType('IntegrationBlockMarkdownInput', {
  description: 'How a block is written in Markdown.',
  fields: (t) => ({
    codeblock: t.string({ required: true, description: 'Language of the code block.' }),
    body: t.string({ required: true, description: 'Property of the block that contains the text of the code block.' }),
  }),
});

export const BlockInput = builder.inputType('IntegrationBlockInput', {
  description: 'A block that an integration adds to pages.',
  fields: (t) => ({
    id: t.string({ required: true, description: 'Id of the block within the integration.' }),
    title: t.string({ required: true, description: 'Name of the block.' }),
    description: t.string({ description: 'What the block shows.' }),
    icon: t.string({ description: 'URL of the icon.' }),
    urlUnfurl: t.stringList({ description: 'URLs of websites whose pages the block can show.' }),
    markdown: t.field({ type: BlockMarkdownInput, description: 'How the block is written in Markdown.' }),
  }),
});

const ContentSourceConfigurationInput = builder.inputType('IntegrationContentSourceConfigurationInput', {
  description: 'How a content source is configured.',
  fields: (t) => ({
    componentId: t.string({ required: true, description: 'Id of the component that the user enters the values in.' }),
  }),
});

export const SourceInput = builder.inputType('IntegrationContentSourceInput', {
  description: 'A source of computed pages.',
  fields: (t) => ({
    id: t.string({ required: true, description: 'Id of the source within the integration.' }),
    title: t.string({ required: true, description: 'Name of the source.' }),
    description: t.string({ description: 'What the source contains.' }),
    icon: t.string({ description: 'URL of the icon.' }),
    configuration: t.field({
      type: ContentSourceConfigurationInput,
      required: true,
      description: 'How the source is configured.',
    }),
  }),
});

export const LinkInput = builder.inputType('IntegrationExternalLinkInput', {
  description: 'A link to a page about an integration.',
  fields: (t) => ({
    url: t.string({ required: true, description: 'URL of the page.' }),
    label: t.string({ required: true, description: 'Text of the link.' }),
  }),
});

const PropertyDefaultInput = builder.inputType('IntegrationPropertyDefaultInput', {
  description: 'The default of a configuration value, in the field for the type of the value.',
  isOneOf: true,
  fields: (t) => ({
    text: t.string({ description: 'The value, for the type `STRING`.' }),
    number: t.float({ description: 'The value, for the type `NUMBER`.' }),
    flag: t.boolean({ description: 'The value, for the type `BOOLEAN`.' }),
  }),
});

const PropertyInput = builder.inputType('IntegrationPropertyInput', {
  description: 'The declaration of a configuration value.',
  fields: (t) => ({
    name: t.string({ required: true }),
    type: t.field({ type: PropertyTypeEnum, required: true, description: 'The type of the value.' }),
    title: t.string({ description: 'Label of the value.' }),
    description: t.string({ description: 'Purpose of the value.' }),
    default: t.field({
      type: PropertyDefaultInput,
      description: 'The value for installations that do not set it.',
      ...inPart(oneOf((value) => defaultMembers[typeof value] ?? 'text')),
    }),
    enum: t.stringList({
      description: 'The accepted values, at most 100. All values of the type are accepted when omitted.',
    }),
    completion_url: t.string({ description: 'URL of an endpoint that suggests values.' }),
    callback_url: t.string({ description: 'URL that the button opens, for a button.' }),
    button_text: t.string({ description: 'Label of the button, for a button.' }),
  }),
});

/** The field of `IntegrationPropertyDefaultInput` for a value, by the type of the value. */
const defaultMembers: Readonly<Record<string, string>> = { string: 'text', number: 'number', boolean: 'flag' };

const ConfigurationInput = builder.inputType('IntegrationConfigurationInput', {
  description:
    'The configuration values of an installation: either `properties`, or the `componentId` of a component that the user enters them in.',
  fields: (t) => ({
    properties: t.field({
      type: [PropertyInput],
      description: 'The declaration of each value. At most 50.',
      ...inPart(keyed('name')),
    }),
    required: t.stringList({ description: 'Names of required values. An installation without them is pending.' }),
    componentId: t.string({ description: 'Id of the component that the user enters the values in.' }),
  }),
});

export const ConfigurationsInput = builder.inputType('IntegrationConfigurationsInput', {
  description: 'The configuration values of an integration, by the place that they are for.',
  fields: (t) => ({
    account: t.field({ type: ConfigurationInput, description: 'Values for the whole installation.' }),
    space: t.field({ type: ConfigurationInput, description: 'Values for each space of an installation.' }),
    site: t.field({ type: ConfigurationInput, description: 'Values for each site of an installation.' }),
  }),
});

export const SecretInput = builder.inputType('IntegrationSecretInput', {
  description: 'A secret of the script of an integration.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the secret: letters, digits and underscores.' }),
    value: t.string({ required: true, description: 'Value of the secret.' }),
  }),
});

const DirectiveInput = builder.inputType('ContentSecurityPolicyDirectiveInput', {
  description: 'A directive of a content security policy.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the directive, such as `img-src`.' }),
    value: t.string({ required: true, description: 'Value of the directive, such as `*`.' }),
  }),
});

export const ContentSecurityPolicyInput = builder.inputType('ContentSecurityPolicyInput', {
  description: 'A content security policy.',
  isOneOf: true,
  fields: (t) => ({
    header: t.string({ description: 'Value of the header.' }),
    directives: t.field({
      type: [DirectiveInput],
      description: 'Directives in the order of the header. At most 50.',
      ...inPart(keyed('name', 'value')),
    }),
  }),
});
