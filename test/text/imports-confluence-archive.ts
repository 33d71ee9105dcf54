import { makeZip } from './imports-archive.ts';

export const property = (name: string, value: string) => `<property name="${name}"><![CDATA[${value}]]></property>`;
export const reference = (name: string, type: string, id: number) =>
  `<property name="${name}" class="${type}" package="com.atlassian.confluence.pages"><id name="id">${id}</id></property>`;
export const object = (type: string, id: number, ...inside: readonly string[]) =>
  `<object class="${type}" package="com.atlassian.confluence.pages"><id name="id">${id}</id>${inside.join('')}</object>`;
/** A page with its body, whose id is that of the page and 100. */
export const page = (id: number, title: string, body: string, ...more: readonly string[]) =>
  object(
    'Page',
    id,
    property('title', title),
    '<collection name="bodyContents" class="java.util.Collection"><element class="BodyContent"><id name="id">9</id></element></collection>',
    ...more,
  ) +
  object('BodyContent', id + 100, property('body', body.replaceAll(']]>', ']] >')), reference('content', 'Page', id));
export const macro = (name: string, inside: string) =>
  `<ac:structured-macro ac:name="${name}" ac:schema-version="1">${inside}</ac:structured-macro>`;
export const parameter = (name: string, value: string) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`;
export const rich = (html: string) => `<ac:rich-text-body>${html}</ac:rich-text-body>`;
export const plain = (text: string) => `<ac:plain-text-body><![CDATA[${text}]]></ac:plain-text-body>`;

/** The XML export of a space. */
export const xmlExport = (objects: readonly string[], files: Readonly<Record<string, string | Buffer>> = {}) =>
  makeZip([
    { name: 'exportDescriptor.properties', body: 'exportType=space\nspaceKey=DS\n' },
    {
      name: 'entities.xml',
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<hibernate-generic datetime="2025-01-01">${objects.join('\n')}</hibernate-generic>`,
    },
    ...Object.entries(files).map(([name, body]) => ({ name, body })),
  ]);
