import { builder } from '../builder.ts';

// The limits of these members stand at the lists of `PublishIntegrationInput`, which are validated as a whole.

const BlockMarkdownInput = builder.inputType('IntegrationBlockMarkdownInput', {
  description: 'How a block is written in Markdown.',
  fields: (t) => ({
    codeblock: t.string({ required: true, description: 'Language of the code block.' }),
    body: t.string({ required: true, description: 'Property that the text of the code block becomes.' }),
  }),
});

export const BlockInput = builder.inputType('IntegrationBlockInput', {
  description: 'A block that an integration adds to pages.',
  fields: (t) => ({
    id: t.string({ required: true, description: 'Id of the block within the integration.' }),
    title: t.string({ required: true, description: 'Name of the block.' }),
    description: t.string({ description: 'What the block shows.' }),
    icon: t.string({ description: 'URL of the icon.' }),
    urlUnfurl: t.stringList({ description: 'URLs that the block can show.' }),
    markdown: t.field({ type: BlockMarkdownInput, description: 'How the block is written in Markdown.' }),
  }),
});

const ContentSourceConfigurationInput = builder.inputType('IntegrationContentSourceConfigurationInput', {
  description: 'How a content source is configured.',
  fields: (t) => ({
    componentId: t.string({ required: true, description: 'Id of the component that asks for the values.' }),
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
    url: t.string({ required: true, description: 'Address of the page.' }),
    label: t.string({ required: true, description: 'Text of the link.' }),
  }),
});

const ConfigurationInput = builder.inputType('IntegrationConfigurationInput', {
  description:
    'The values that an installation is configured with: `properties`, or `componentId` of a component that asks for them.',
  fields: (t) => ({
    properties: t.field({
      type: 'JSON',
      description:
        'What is known of each value, by its name: `type` (`string`, `number`, `boolean` or `button`), and optionally `title`, `description`, `default`, `enum`, `completion_url`, `callback_url` and `button_text`.',
    }),
    required: t.stringList({ description: 'Names of the values without which an installation is pending.' }),
    componentId: t.string({ description: 'Id of the component that asks for the values.' }),
  }),
});

export const ConfigurationsInput = builder.inputType('IntegrationConfigurationsInput', {
  description: 'What the installations of an integration are configured with.',
  fields: (t) => ({
    account: t.field({ type: ConfigurationInput, description: 'Values of an installation.' }),
    space: t.field({ type: ConfigurationInput, description: 'Values of an installation in a space.' }),
    site: t.field({ type: ConfigurationInput, description: 'Values of an installation in a site.' }),
  }),
});
