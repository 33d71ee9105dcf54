import { IntegrationPropertyType } from '../../../domain/exchange/integrations/fields.ts';
import {
  type IntegrationBlock as BlockModel,
  type IntegrationConfiguration as ConfigurationModel,
  type IntegrationConfigurations as ConfigurationsModel,
  type IntegrationContentSource as ContentSourceModel,
  type IntegrationLink as LinkModel,
  type IntegrationProperty as PropertyModel,
} from '../../../domain/exchange/integrations/manifest.ts';
import { builder } from '../../builder.ts';
import { enumOf } from '../../form-members.ts';

const BlockMarkdown = builder.objectRef<NonNullable<BlockModel['markdown']>>('IntegrationBlockMarkdown').implement({
  description: 'How a block is written in Markdown.',
  fields: (t) => ({
    codeblock: t.exposeString('codeblock', { description: 'Language of the code block.' }),
    body: t.exposeString('body', { description: 'Property of the block that contains the text of the code block.' }),
  }),
});

export const IntegrationBlock = builder.objectRef<BlockModel>('IntegrationBlock').implement({
  description: 'A block that an integration adds to pages.',
  fields: (t) => ({
    blockId: t.exposeString('id', { description: 'Id of the block within the integration.' }),
    title: t.exposeString('title', { description: 'Name of the block.' }),
    description: t.exposeString('description', { nullable: true, description: 'What the block shows.' }),
    iconUrl: t.expose('icon', { type: 'URL', nullable: true, description: 'URL of an image that stands for it.' }),
    unfurlUrls: t.expose('urlUnfurl', {
      type: ['URL'],
      nullable: true,
      description: 'URLs of websites whose pages the block can show.',
    }),
    markdown: t.expose('markdown', {
      type: BlockMarkdown,
      nullable: true,
      description: 'How the block is written in Markdown.',
    }),
  }),
});

const ContentSourceConfiguration = builder
  .objectRef<ContentSourceModel['configuration']>('IntegrationContentSourceConfiguration')
  .implement({
    description: 'How a content source is configured.',
    fields: (t) => ({
      componentId: t.exposeString('componentId', {
        description: 'Id of the component that the user enters the values in.',
      }),
    }),
  });

export const IntegrationContentSource = builder.objectRef<ContentSourceModel>('IntegrationContentSource').implement({
  description: 'A source of computed pages.',
  fields: (t) => ({
    sourceId: t.exposeString('id', { description: 'Id of the source within the integration.' }),
    title: t.exposeString('title', { description: 'Name of the source.' }),
    description: t.exposeString('description', { nullable: true, description: 'What the source contains.' }),
    iconUrl: t.expose('icon', { type: 'URL', nullable: true, description: 'URL of an image that stands for it.' }),
    configuration: t.expose('configuration', {
      type: ContentSourceConfiguration,
      description: 'How the source is configured.',
    }),
  }),
});

export const IntegrationLink = builder.objectRef<LinkModel>('IntegrationExternalLink').implement({
  description: 'A link to a page about an integration.',
  fields: (t) => ({
    url: t.expose('url', { type: 'URL', description: 'URL of the page.' }),
    label: t.exposeString('label', { description: 'Text of the link.' }),
  }),
});

const PropertyTypeEnum = enumOf(IntegrationPropertyType);

type DefaultModel = NonNullable<PropertyModel['default']>;

const PropertyDefault = builder.objectRef<DefaultModel>('IntegrationPropertyDefault').implement({
  description: 'The default of a configuration value. The field for the type of the value is not null.',
  fields: (t) => ({
    text: t.string({
      nullable: true,
      description: 'The value, for the type `STRING`.',
      resolve: (value) => (typeof value === 'string' ? value : null),
    }),
    number: t.float({
      nullable: true,
      description: 'The value, for the type `NUMBER`.',
      resolve: (value) => (typeof value === 'number' ? value : null),
    }),
    flag: t.boolean({
      nullable: true,
      description: 'The value, for the type `BOOLEAN`.',
      resolve: (value) => (typeof value === 'boolean' ? value : null),
    }),
  }),
});

interface NamedProperty extends PropertyModel {
  readonly name: string;
}

const IntegrationProperty = builder.objectRef<NamedProperty>('IntegrationProperty').implement({
  description: 'The declaration of a configuration value.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Key of the value in a configuration.' }),
    type: t.expose('type', { type: PropertyTypeEnum, description: 'The type of the value.' }),
    title: t.exposeString('title', { nullable: true, description: 'Label of the value.' }),
    description: t.exposeString('description', { nullable: true, description: 'Purpose of the value.' }),
    default: t.expose('default', {
      type: PropertyDefault,
      nullable: true,
      description: 'The value for installations that do not set it.',
    }),
    enum: t.exposeStringList('enum', {
      nullable: true,
      description: 'The accepted values; null if all values of the type are accepted.',
    }),
    completionUrl: t.expose('completion_url', {
      type: 'URL',
      nullable: true,
      description: 'URL of an endpoint that suggests values.',
    }),
    callbackUrl: t.expose('callback_url', {
      type: 'URL',
      nullable: true,
      description: 'URL that the button opens, for a button.',
    }),
    buttonText: t.exposeString('button_text', { nullable: true, description: 'Label of the button, for a button.' }),
  }),
});

const IntegrationConfiguration = builder.objectRef<ConfigurationModel>('IntegrationConfiguration').implement({
  description: 'The configuration values of an installation.',
  fields: (t) => ({
    properties: t.field({
      type: [IntegrationProperty],
      nullable: true,
      description: 'The declaration of each value, as it was published. Null when `componentId` is set.',
      resolve: (configuration) =>
        'properties' in configuration
          ? Object.entries(configuration.properties).map(([name, property]) => ({ ...property, name }))
          : null,
    }),
    required: t.stringList({
      nullable: true,
      description: 'Names of required values. An installation without them is pending.',
      resolve: (configuration) => ('properties' in configuration ? (configuration.required ?? null) : null),
    }),
    componentId: t.string({
      nullable: true,
      description: 'Id of the component that the user enters the values in; null when `properties` is set.',
      resolve: (configuration) => ('componentId' in configuration ? configuration.componentId : null),
    }),
  }),
});

export const IntegrationConfigurations = builder.objectRef<ConfigurationsModel>('IntegrationConfigurations').implement({
  description: 'The configuration values of an integration, by the place that they are for.',
  fields: (t) => ({
    account: t.expose('account', {
      type: IntegrationConfiguration,
      nullable: true,
      description: 'Values for the whole installation.',
    }),
    space: t.expose('space', {
      type: IntegrationConfiguration,
      nullable: true,
      description: 'Values for each space of an installation.',
    }),
    site: t.expose('site', {
      type: IntegrationConfiguration,
      nullable: true,
      description: 'Values for each site of an installation.',
    }),
  }),
});
