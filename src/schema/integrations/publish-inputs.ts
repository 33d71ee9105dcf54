import { builder } from '../builder.ts';

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

const ConfigurationInput = builder.inputType('IntegrationConfigurationInput', {
  description:
    'The configuration values of an installation: either `properties`, or the `componentId` of a component that the user enters them in.',
  fields: (t) => ({
    properties: t.field({
      type: 'JSON',
      description:
        'The declaration of each value, by name: `type` (`string`, `number`, `boolean` or `button`), and optionally `title`, `description`, `default`, `enum`, `completion_url`, `callback_url` and `button_text`.',
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
