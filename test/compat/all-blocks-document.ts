/* oxlint-disable max-lines -- a document as it is returned */
import type { DocumentBlock } from '../../node_modules/@gitbook/api/dist/client.d.ts';

/** A type of the client with the values of its enumerations, for data that does not change. */
type Plain<Type> = Type extends readonly (infer Item)[]
  ? readonly Plain<Item>[]
  : Type extends string
    ? `${Type}`
    : Type extends object
      ? { readonly [Key in keyof Type]: Plain<Type[Key]> }
      : Type;

const document = {
  object: 'document',
  data: {
    schemaVersion: 1,
  },
  nodes: [
    {
      object: 'block',
      type: 'heading-1',
      data: {},
      meta: {
        id: 'all-blocks',
      },
      nodes: [
        {
          object: 'text',
          leaves: [
            {
              object: 'leaf',
              text: 'All blocks',
              marks: [],
            },
          ],
          key: 'CPTTwkc92DEmm0.0',
        },
      ],
      key: 'CPTTwkc92DEmm0',
    },
    {
      object: 'block',
      type: 'paragraph',
      data: {},
      nodes: [
        {
          object: 'text',
          leaves: [
            {
              object: 'leaf',
              text: 'A paragraph with ',
              marks: [],
            },
            {
              object: 'leaf',
              text: 'bold',
              marks: [
                {
                  object: 'mark',
                  type: 'bold',
                },
              ],
            },
            {
              object: 'leaf',
              text: ', ',
              marks: [],
            },
            {
              object: 'leaf',
              text: 'italic',
              marks: [
                {
                  object: 'mark',
                  type: 'italic',
                },
              ],
            },
            {
              object: 'leaf',
              text: ', ',
              marks: [],
            },
            {
              object: 'leaf',
              text: 'struck',
              marks: [
                {
                  object: 'mark',
                  type: 'strikethrough',
                },
              ],
            },
            {
              object: 'leaf',
              text: ', ',
              marks: [],
            },
            {
              object: 'leaf',
              text: 'code',
              marks: [
                {
                  object: 'mark',
                  type: 'code',
                },
              ],
            },
            {
              object: 'leaf',
              text: ', ',
              marks: [],
            },
            {
              object: 'leaf',
              text: 'Ctrl',
              marks: [
                {
                  object: 'mark',
                  type: 'keyboard',
                },
              ],
            },
            {
              object: 'leaf',
              text: ', x',
              marks: [],
            },
            {
              object: 'leaf',
              text: '2',
              marks: [
                {
                  object: 'mark',
                  type: 'superscript',
                },
              ],
            },
            {
              object: 'leaf',
              text: ', H',
              marks: [],
            },
            {
              object: 'leaf',
              text: '2',
              marks: [
                {
                  object: 'mark',
                  type: 'subscript',
                },
              ],
            },
            {
              object: 'leaf',
              text: 'O, ',
              marks: [],
            },
            {
              object: 'leaf',
              text: 'colour',
              marks: [
                {
                  object: 'mark',
                  type: 'color',
                  data: {
                    text: 'red',
                    background: 'yellow',
                  },
                },
              ],
            },
            {
              object: 'leaf',
              text: ', an emoji ',
              marks: [],
            },
          ],
          key: 'ekO7Tlzw2MNH1q.0',
        },
        {
          object: 'inline',
          type: 'emoji',
          isVoid: true,
          data: {
            code: '1f680',
          },
          key: 'ekO7Tlzw2MNH1q.1',
        },
        {
          object: 'text',
          leaves: [
            {
              object: 'leaf',
              text: ', an icon ',
              marks: [],
            },
          ],
          key: 'ekO7Tlzw2MNH1q.2',
        },
        {
          object: 'inline',
          type: 'icon',
          isVoid: true,
          data: {
            icon: 'gear',
          },
          key: 'ekO7Tlzw2MNH1q.3',
        },
        {
          object: 'text',
          leaves: [
            {
              object: 'leaf',
              text: ', inline math ',
              marks: [],
            },
          ],
          key: 'ekO7Tlzw2MNH1q.4',
        },
        {
          object: 'inline',
          type: 'inline-math',
          isVoid: true,
          data: {
            formula: 'a^2 + b^2',
          },
          key: 'ekO7Tlzw2MNH1q.5',
        },
        {
          object: 'text',
          leaves: [
            {
              object: 'leaf',
              text: ', a ',
              marks: [],
            },
          ],
          key: 'ekO7Tlzw2MNH1q.6',
        },
        {
          object: 'inline',
          type: 'link',
          isVoid: false,
          data: {
            ref: {
              kind: 'url',
              url: 'https://example.org',
            },
          },
          nodes: [
            {
              object: 'text',
              leaves: [
                {
                  object: 'leaf',
                  text: 'link',
                  marks: [],
                },
              ],
              key: 'ekO7Tlzw2MNH1q.7.0',
            },
          ],
          key: 'ekO7Tlzw2MNH1q.7',
        },
        {
          object: 'text',
          leaves: [
            {
              object: 'leaf',
              text: ', a ',
              marks: [],
            },
          ],
          key: 'ekO7Tlzw2MNH1q.8',
        },
        {
          object: 'inline',
          type: 'mention',
          isVoid: true,
          data: {
            ref: {
              kind: 'anchor',
              anchor: 'marks',
            },
          },
          key: 'ekO7Tlzw2MNH1q.9',
        },
        {
          object: 'text',
          leaves: [
            {
              object: 'leaf',
              text: ', a ',
              marks: [],
            },
          ],
          key: 'ekO7Tlzw2MNH1q.10',
        },
        {
          object: 'inline',
          type: 'annotation',
          isVoid: false,
          data: {
            label: 'note',
          },
          nodes: [
            {
              object: 'text',
              leaves: [
                {
                  object: 'leaf',
                  text: 'word',
                  marks: [],
                },
              ],
              key: 'ekO7Tlzw2MNH1q.11.0',
            },
          ],
          fragments: [
            {
              object: 'fragment',
              type: 'annotation-body',
              nodes: [
                {
                  object: 'block',
                  type: 'paragraph',
                  data: {},
                  nodes: [
                    {
                      object: 'text',
                      leaves: [
                        {
                          object: 'leaf',
                          text: 'The body of the note',
                          marks: [],
                        },
                      ],
                      key: 'ekO7Tlzw2MNH1q.11:annotation-body.0.0',
                    },
                  ],
                  key: 'ekO7Tlzw2MNH1q.11:annotation-body.0',
                },
              ],
              key: 'ekO7Tlzw2MNH1q.11:annotation-body',
            },
          ],
          key: 'ekO7Tlzw2MNH1q.11',
        },
        {
          object: 'text',
          leaves: [
            {
              object: 'leaf',
              text: ' with a note, an image ',
              marks: [],
            },
          ],
          key: 'ekO7Tlzw2MNH1q.12',
        },
        {
          object: 'inline',
          type: 'inline-image',
          isVoid: true,
          data: {
            ref: {
              kind: 'url',
              url: 'https://example.org/i.png',
            },
            alt: 'i',
            size: 'line',
          },
          key: 'ekO7Tlzw2MNH1q.13',
        },
        {
          object: 'text',
          leaves: [
            {
              object: 'leaf',
              text: ' in a line, and ',
              marks: [],
            },
          ],
          key: 'ekO7Tlzw2MNH1q.14',
        },
        {
          object: 'inline',
          type: 'expression',
          isVoid: true,
          data: {
            expression: 'space.vars.name',
          },
          key: 'ekO7Tlzw2MNH1q.15',
        },
        {
          object: 'text',
          leaves: [
            {
              object: 'leaf',
              text: '.',
              marks: [],
            },
          ],
          key: 'ekO7Tlzw2MNH1q.16',
        },
      ],
      key: 'ekO7Tlzw2MNH1q',
    },
    {
      object: 'block',
      type: 'paragraph',
      data: {},
      nodes: [
        {
          object: 'inline',
          type: 'button',
          isVoid: true,
          data: {
            label: 'Start',
            kind: 'primary',
            icon: 'rocket',
            ref: {
              kind: 'url',
              url: 'https://example.org',
            },
          },
          key: '6nM3k0tRlbYkLL.0',
        },
        {
          object: 'text',
          leaves: [
            {
              object: 'leaf',
              text: ' ',
              marks: [],
            },
          ],
          key: '6nM3k0tRlbYkLL.1',
        },
        {
          object: 'inline',
          type: 'button',
          isVoid: true,
          data: {
            label: 'More',
            kind: 'secondary',
            ref: {
              kind: 'url',
              url: 'https://example.org/x',
            },
          },
          key: '6nM3k0tRlbYkLL.2',
        },
      ],
      key: '6nM3k0tRlbYkLL',
    },
    {
      object: 'block',
      type: 'heading-2',
      data: {},
      meta: {
        id: 'marks',
      },
      nodes: [
        {
          object: 'text',
          leaves: [
            {
              object: 'leaf',
              text: 'Marks',
              marks: [],
            },
          ],
          key: 'MkcM2NTRxIO5cQ.0',
        },
      ],
      key: 'MkcM2NTRxIO5cQ',
    },
    {
      object: 'block',
      type: 'heading-3',
      data: {
        id: 'third',
      },
      meta: {
        id: 'third',
      },
      nodes: [
        {
          object: 'text',
          leaves: [
            {
              object: 'leaf',
              text: 'A third level',
              marks: [],
            },
          ],
          key: 'WbQuuI3tBy4fv1.0',
        },
      ],
      key: 'WbQuuI3tBy4fv1',
    },
    {
      object: 'block',
      type: 'heading-3',
      data: {},
      meta: {
        id: 'a-fourth-level',
        depth: 4,
      },
      nodes: [
        {
          object: 'text',
          leaves: [
            {
              object: 'leaf',
              text: 'A fourth level',
              marks: [],
            },
          ],
          key: 'NK4HAgVRJW-cnY.0',
        },
      ],
      key: 'NK4HAgVRJW-cnY',
    },
    {
      object: 'block',
      type: 'list-unordered',
      data: {},
      nodes: [
        {
          object: 'block',
          type: 'list-item',
          data: {},
          nodes: [
            {
              object: 'block',
              type: 'paragraph',
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'one',
                      marks: [],
                    },
                  ],
                  key: 'TcVx8F2GthtcEq.0.0.0',
                },
              ],
              key: 'TcVx8F2GthtcEq.0.0',
            },
          ],
          key: 'TcVx8F2GthtcEq.0',
        },
        {
          object: 'block',
          type: 'list-item',
          data: {},
          nodes: [
            {
              object: 'block',
              type: 'paragraph',
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'two',
                      marks: [],
                    },
                  ],
                  key: 'TcVx8F2GthtcEq.1.0.0',
                },
              ],
              key: 'TcVx8F2GthtcEq.1.0',
            },
            {
              object: 'block',
              type: 'list-ordered',
              data: {},
              nodes: [
                {
                  object: 'block',
                  type: 'list-item',
                  data: {},
                  nodes: [
                    {
                      object: 'block',
                      type: 'paragraph',
                      data: {},
                      nodes: [
                        {
                          object: 'text',
                          leaves: [
                            {
                              object: 'leaf',
                              text: 'nested',
                              marks: [],
                            },
                          ],
                          key: 'TcVx8F2GthtcEq.1.1.0.0.0',
                        },
                      ],
                      key: 'TcVx8F2GthtcEq.1.1.0.0',
                    },
                  ],
                  key: 'TcVx8F2GthtcEq.1.1.0',
                },
              ],
              key: 'TcVx8F2GthtcEq.1.1',
            },
          ],
          key: 'TcVx8F2GthtcEq.1',
        },
      ],
      key: 'TcVx8F2GthtcEq',
    },
    {
      object: 'block',
      type: 'list-ordered',
      data: {
        start: 3,
      },
      nodes: [
        {
          object: 'block',
          type: 'list-item',
          data: {},
          nodes: [
            {
              object: 'block',
              type: 'paragraph',
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'three',
                      marks: [],
                    },
                  ],
                  key: '3VNfP3TNZlrsWk.0.0.0',
                },
              ],
              key: '3VNfP3TNZlrsWk.0.0',
            },
          ],
          key: '3VNfP3TNZlrsWk.0',
        },
        {
          object: 'block',
          type: 'list-item',
          data: {},
          nodes: [
            {
              object: 'block',
              type: 'paragraph',
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'four',
                      marks: [],
                    },
                  ],
                  key: '3VNfP3TNZlrsWk.1.0.0',
                },
              ],
              key: '3VNfP3TNZlrsWk.1.0',
            },
          ],
          key: '3VNfP3TNZlrsWk.1',
        },
      ],
      key: '3VNfP3TNZlrsWk',
    },
    {
      object: 'block',
      type: 'list-tasks',
      data: {},
      nodes: [
        {
          object: 'block',
          type: 'list-item',
          data: {
            checked: false,
          },
          nodes: [
            {
              object: 'block',
              type: 'paragraph',
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'open',
                      marks: [],
                    },
                  ],
                  key: '7nv5044OOXGFzE.0.0.0',
                },
              ],
              key: '7nv5044OOXGFzE.0.0',
            },
          ],
          key: '7nv5044OOXGFzE.0',
        },
        {
          object: 'block',
          type: 'list-item',
          data: {
            checked: true,
          },
          nodes: [
            {
              object: 'block',
              type: 'paragraph',
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'done',
                      marks: [],
                    },
                  ],
                  key: '7nv5044OOXGFzE.1.0.0',
                },
              ],
              key: '7nv5044OOXGFzE.1.0',
            },
          ],
          key: '7nv5044OOXGFzE.1',
        },
      ],
      key: '7nv5044OOXGFzE',
    },
    {
      object: 'block',
      type: 'blockquote',
      data: {},
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          data: {},
          nodes: [
            {
              object: 'text',
              leaves: [
                {
                  object: 'leaf',
                  text: 'A quote',
                  marks: [],
                },
              ],
              key: 'GL9X2BJ-nljYkF.0.0',
            },
          ],
          key: 'GL9X2BJ-nljYkF.0',
        },
      ],
      key: 'GL9X2BJ-nljYkF',
    },
    {
      object: 'block',
      type: 'divider',
      isVoid: true,
      data: {},
      key: 'YV0bPj8cu4URpg',
    },
    {
      object: 'block',
      type: 'code',
      data: {
        syntax: 'ts',
        title: 'server.ts',
        overflow: 'wrap',
        lineNumbers: true,
      },
      nodes: [
        {
          object: 'block',
          type: 'code-line',
          data: {
            highlighted: true,
          },
          nodes: [
            {
              object: 'text',
              leaves: [
                {
                  object: 'leaf',
                  text: 'const a = 1;',
                  marks: [],
                },
              ],
              key: 'gJe0SYhPOWX61G.0.0',
            },
          ],
          key: 'gJe0SYhPOWX61G.0',
        },
        {
          object: 'block',
          type: 'code-line',
          data: {},
          nodes: [
            {
              object: 'text',
              leaves: [
                {
                  object: 'leaf',
                  text: '',
                  marks: [],
                },
              ],
              key: 'gJe0SYhPOWX61G.1.0',
            },
          ],
          key: 'gJe0SYhPOWX61G.1',
        },
        {
          object: 'block',
          type: 'code-line',
          data: {
            highlighted: true,
          },
          nodes: [
            {
              object: 'text',
              leaves: [
                {
                  object: 'leaf',
                  text: 'listen(a);',
                  marks: [],
                },
              ],
              key: 'gJe0SYhPOWX61G.2.0',
            },
          ],
          key: 'gJe0SYhPOWX61G.2',
        },
        {
          object: 'block',
          type: 'code-line',
          data: {
            highlighted: true,
          },
          nodes: [
            {
              object: 'text',
              leaves: [
                {
                  object: 'leaf',
                  text: 'close();',
                  marks: [],
                },
              ],
              key: 'gJe0SYhPOWX61G.3.0',
            },
          ],
          key: 'gJe0SYhPOWX61G.3',
        },
      ],
      key: 'gJe0SYhPOWX61G',
    },
    {
      object: 'block',
      type: 'hint',
      data: {
        style: 'warning',
      },
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          data: {},
          nodes: [
            {
              object: 'text',
              leaves: [
                {
                  object: 'leaf',
                  text: 'A hint',
                  marks: [],
                },
              ],
              key: 'KLpOinjo0IrSPe.0.0',
            },
          ],
          key: 'KLpOinjo0IrSPe.0',
        },
      ],
      key: 'KLpOinjo0IrSPe',
    },
    {
      object: 'block',
      type: 'hint',
      data: {
        style: 'success',
      },
      nodes: [
        {
          object: 'block',
          type: 'heading-3',
          data: {},
          nodes: [
            {
              object: 'text',
              leaves: [
                {
                  object: 'leaf',
                  text: 'A title',
                  marks: [],
                },
              ],
              key: '9CqTQceo37NzIo.0.0',
            },
          ],
          key: '9CqTQceo37NzIo.0',
        },
        {
          object: 'block',
          type: 'paragraph',
          data: {},
          nodes: [
            {
              object: 'text',
              leaves: [
                {
                  object: 'leaf',
                  text: 'A tip of Docusaurus',
                  marks: [],
                },
              ],
              key: '9CqTQceo37NzIo.1.0',
            },
          ],
          key: '9CqTQceo37NzIo.1',
        },
      ],
      key: '9CqTQceo37NzIo',
    },
    {
      object: 'block',
      type: 'hint',
      data: {
        style: 'danger',
      },
      nodes: [
        {
          object: 'block',
          type: 'heading-3',
          data: {},
          nodes: [
            {
              object: 'text',
              leaves: [
                {
                  object: 'leaf',
                  text: 'Hot',
                  marks: [],
                },
              ],
              key: 'cXBCnIjCkIttHL.0.0',
            },
          ],
          key: 'cXBCnIjCkIttHL.0',
        },
        {
          object: 'block',
          type: 'paragraph',
          data: {},
          nodes: [
            {
              object: 'text',
              leaves: [
                {
                  object: 'leaf',
                  text: 'An admonition of MkDocs',
                  marks: [],
                },
              ],
              key: 'cXBCnIjCkIttHL.1.0',
            },
          ],
          key: 'cXBCnIjCkIttHL.1',
        },
      ],
      key: 'cXBCnIjCkIttHL',
    },
    {
      object: 'block',
      type: 'hint',
      data: {
        style: 'info',
      },
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          data: {},
          nodes: [
            {
              object: 'text',
              leaves: [
                {
                  object: 'leaf',
                  text: 'An alert of GitHub',
                  marks: [],
                },
              ],
              key: 'YcGs6e7w3KyF5u.0.0',
            },
          ],
          key: 'YcGs6e7w3KyF5u.0',
        },
      ],
      key: 'YcGs6e7w3KyF5u',
    },
    {
      object: 'block',
      type: 'tabs',
      data: {},
      nodes: [
        {
          object: 'block',
          type: 'tabs-item',
          data: {
            title: 'npm',
          },
          nodes: [
            {
              object: 'block',
              type: 'code',
              data: {
                syntax: 'sh',
              },
              nodes: [
                {
                  object: 'block',
                  type: 'code-line',
                  data: {},
                  nodes: [
                    {
                      object: 'text',
                      leaves: [
                        {
                          object: 'leaf',
                          text: 'npm i octavo',
                          marks: [],
                        },
                      ],
                      key: 'Qz0rhw8eD1Y6LY.0.0.0.0',
                    },
                  ],
                  key: 'Qz0rhw8eD1Y6LY.0.0.0',
                },
              ],
              key: 'Qz0rhw8eD1Y6LY.0.0',
            },
          ],
          meta: {
            id: 'npm',
          },
          key: 'Qz0rhw8eD1Y6LY.0',
        },
        {
          object: 'block',
          type: 'tabs-item',
          data: {
            title: 'Docker',
          },
          nodes: [
            {
              object: 'block',
              type: 'paragraph',
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'Text of the second tab',
                      marks: [],
                    },
                  ],
                  key: 'Qz0rhw8eD1Y6LY.1.0.0',
                },
              ],
              key: 'Qz0rhw8eD1Y6LY.1.0',
            },
          ],
          meta: {
            id: 'docker',
          },
          key: 'Qz0rhw8eD1Y6LY.1',
        },
      ],
      key: 'Qz0rhw8eD1Y6LY',
    },
    {
      object: 'block',
      type: 'stepper',
      data: {},
      nodes: [
        {
          object: 'block',
          type: 'stepper-step',
          data: {},
          nodes: [
            {
              object: 'block',
              type: 'heading-3',
              data: {},
              meta: {
                id: 'first',
              },
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'First',
                      marks: [],
                    },
                  ],
                  key: 'DvWcQDPQWoOPoo.0.0.0',
                },
              ],
              key: 'DvWcQDPQWoOPoo.0.0',
            },
            {
              object: 'block',
              type: 'paragraph',
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'Do this',
                      marks: [],
                    },
                  ],
                  key: 'DvWcQDPQWoOPoo.0.1.0',
                },
              ],
              key: 'DvWcQDPQWoOPoo.0.1',
            },
          ],
          key: 'DvWcQDPQWoOPoo.0',
        },
        {
          object: 'block',
          type: 'stepper-step',
          data: {},
          nodes: [
            {
              object: 'block',
              type: 'heading-3',
              data: {},
              meta: {
                id: 'second',
              },
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'Second',
                      marks: [],
                    },
                  ],
                  key: 'DvWcQDPQWoOPoo.1.0.0',
                },
              ],
              key: 'DvWcQDPQWoOPoo.1.0',
            },
            {
              object: 'block',
              type: 'paragraph',
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'Then that',
                      marks: [],
                    },
                  ],
                  key: 'DvWcQDPQWoOPoo.1.1.0',
                },
              ],
              key: 'DvWcQDPQWoOPoo.1.1',
            },
          ],
          key: 'DvWcQDPQWoOPoo.1',
        },
      ],
      key: 'DvWcQDPQWoOPoo',
    },
    {
      object: 'block',
      type: 'expandable',
      isVoid: true,
      data: {},
      fragments: [
        {
          object: 'fragment',
          type: 'expandable-title',
          fragment: 'expandable-title',
          nodes: [
            {
              object: 'block',
              type: 'paragraph',
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'More ',
                      marks: [],
                    },
                    {
                      object: 'leaf',
                      text: 'here',
                      marks: [{ object: 'mark', type: 'bold' }],
                    },
                  ],
                  key: 'awYD9uFCr6MRfM:expandable-title.0.0',
                },
              ],
              key: 'awYD9uFCr6MRfM:expandable-title.0',
            },
          ],
          key: 'awYD9uFCr6MRfM:expandable-title',
        },
        {
          object: 'fragment',
          type: 'expandable-body',
          fragment: 'expandable-body',
          nodes: [
            {
              object: 'block',
              type: 'paragraph',
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'The body',
                      marks: [],
                    },
                  ],
                  key: 'awYD9uFCr6MRfM:expandable-body.0.0',
                },
              ],
              key: 'awYD9uFCr6MRfM:expandable-body.0',
            },
          ],
          key: 'awYD9uFCr6MRfM:expandable-body',
        },
      ],
      meta: {
        id: 'more-here',
      },
      key: 'awYD9uFCr6MRfM',
    },
    {
      object: 'block',
      type: 'columns',
      data: {},
      nodes: [
        {
          object: 'block',
          type: 'column',
          data: {
            width: {
              unit: '%',
              value: 40,
            },
          },
          nodes: [
            {
              object: 'block',
              type: 'paragraph',
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'Left',
                      marks: [],
                    },
                  ],
                  key: '_Kuko9LODhbFce.0.0.0',
                },
              ],
              key: '_Kuko9LODhbFce.0.0',
            },
          ],
          key: '_Kuko9LODhbFce.0',
        },
        {
          object: 'block',
          type: 'column',
          data: {
            width: {
              unit: '%',
              value: 60,
            },
          },
          nodes: [
            {
              object: 'block',
              type: 'paragraph',
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'Right',
                      marks: [],
                    },
                  ],
                  key: '_Kuko9LODhbFce.1.0.0',
                },
              ],
              key: '_Kuko9LODhbFce.1.0',
            },
          ],
          key: '_Kuko9LODhbFce.1',
        },
      ],
      isVoid: false,
      key: '_Kuko9LODhbFce',
    },
    {
      object: 'block',
      type: 'images',
      data: {},
      nodes: [
        {
          object: 'block',
          type: 'image',
          isVoid: true,
          data: {
            ref: {
              kind: 'url',
              url: 'https://example.org/plain.png',
            },
            alt: 'Plain',
          },
          fragments: [],
          key: 'Otc2_tA6NbOn4j.0',
        },
      ],
      isVoid: false,
      key: 'Otc2_tA6NbOn4j',
    },
    {
      object: 'block',
      type: 'images',
      data: {
        align: 'center',
        fullWidth: true,
      },
      nodes: [
        {
          object: 'block',
          type: 'image',
          isVoid: true,
          data: {
            ref: {
              kind: 'url',
              url: 'https://example.org/light.png',
            },
            refDark: {
              kind: 'url',
              url: 'https://example.org/dark.png',
            },
            alt: 'Light',
            width: 300,
          },
          fragments: [
            {
              object: 'fragment',
              type: 'caption',
              fragment: 'caption',
              nodes: [
                {
                  object: 'block',
                  type: 'paragraph',
                  data: {},
                  nodes: [
                    {
                      object: 'text',
                      leaves: [
                        {
                          object: 'leaf',
                          text: 'A caption',
                          marks: [],
                        },
                      ],
                      key: '9OTw1xa-37b-vR.0:caption.0.0',
                    },
                  ],
                  key: '9OTw1xa-37b-vR.0:caption.0',
                },
              ],
              key: '9OTw1xa-37b-vR.0:caption',
            },
          ],
          key: '9OTw1xa-37b-vR.0',
        },
      ],
      isVoid: false,
      key: '9OTw1xa-37b-vR',
    },
    {
      object: 'block',
      type: 'file',
      isVoid: true,
      data: {
        ref: {
          kind: 'file',
          file: 'file_manual',
        },
      },
      fragments: [
        {
          object: 'fragment',
          fragment: 'caption',
          type: 'caption',
          nodes: [
            {
              object: 'block',
              type: 'paragraph',
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'The manual',
                      marks: [],
                    },
                  ],
                  key: 'aY2Z_VIn0zjkui:caption.0.0',
                },
              ],
              key: 'aY2Z_VIn0zjkui:caption.0',
            },
          ],
          key: 'aY2Z_VIn0zjkui:caption',
        },
      ],
      key: 'aY2Z_VIn0zjkui',
    },
    {
      object: 'block',
      type: 'embed',
      isVoid: true,
      data: {
        url: 'https://example.org/video',
      },
      key: 'J1R4mr4nv5JjKl',
    },
    {
      object: 'block',
      type: 'content-ref',
      isVoid: true,
      data: {
        ref: {
          kind: 'page',
          page: 'pg_guide',
        },
      },
      key: 'XTfKxM57t309Ku',
    },
    {
      object: 'block',
      type: 'math',
      isVoid: true,
      data: {
        formula: '\\sum_{i=1}^{n} i',
      },
      key: 'VyrJUHnvvHTPFI',
    },
    {
      object: 'block',
      type: 'table',
      isVoid: true,
      data: {
        view: {
          type: 'grid',
          columns: ['column-1', 'column-2'],
          hideHeader: false,
        },
        records: {
          'row-1': {
            orderIndex: '000001',
            values: {
              'column-1': 'row-1-column-1',
              'column-2': 'row-1-column-2',
            },
          },
        },
        definition: {
          'column-1': {
            id: 'column-1',
            type: 'text',
            title: 'Name',
            textAlignment: 'left',
          },
          'column-2': {
            id: 'column-2',
            type: 'text',
            title: 'Size',
            textAlignment: 'right',
          },
        },
      },
      fragments: [
        {
          object: 'fragment',
          fragment: 'row-1-column-1',
          nodes: [
            {
              object: 'block',
              type: 'paragraph',
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'a',
                      marks: [],
                    },
                  ],
                  key: 'jb2ZdJjnAc-Cua:row-1-column-1.0.0',
                },
              ],
              key: 'jb2ZdJjnAc-Cua:row-1-column-1.0',
            },
          ],
          key: 'jb2ZdJjnAc-Cua:row-1-column-1',
        },
        {
          object: 'fragment',
          fragment: 'row-1-column-2',
          nodes: [
            {
              object: 'block',
              type: 'paragraph',
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: '1',
                      marks: [],
                    },
                  ],
                  key: 'jb2ZdJjnAc-Cua:row-1-column-2.0.0',
                },
              ],
              key: 'jb2ZdJjnAc-Cua:row-1-column-2.0',
            },
          ],
          key: 'jb2ZdJjnAc-Cua:row-1-column-2',
        },
      ],
      key: 'jb2ZdJjnAc-Cua',
    },
    {
      object: 'block',
      type: 'table',
      isVoid: true,
      data: {
        view: {
          type: 'grid',
          columns: ['column-1', 'column-2', 'column-3', 'column-4', 'column-5', 'column-6', 'column-7', 'column-8'],
          columnWidths: {
            'column-1': 200,
          },
          hideHeader: false,
        },
        records: {
          'row-1': {
            orderIndex: '000001',
            values: {
              'column-1': 'row-1-column-1',
              'column-2': 3,
              'column-3': true,
              'column-4': ['a', 'b'],
              'column-5': 4,
              'column-6': ['usr_1'],
              'column-7': ['file_manual'],
              'column-8': {
                kind: 'page',
                page: 'pg_guide',
              },
            },
          },
        },
        definition: {
          'column-1': {
            id: 'column-1',
            title: 'Name',
            type: 'text',
            textAlignment: 'left',
          },
          'column-2': {
            id: 'column-2',
            title: 'Count',
            type: 'number',
          },
          'column-3': {
            id: 'column-3',
            title: 'Done',
            type: 'checkbox',
          },
          'column-4': {
            id: 'column-4',
            title: 'Tags',
            type: 'select',
            multiple: true,
            options: [
              {
                value: 'a',
                label: 'a',
                color: '#346DDB',
              },
              {
                value: 'b',
                label: 'b',
                color: '#346DDB',
              },
            ],
          },
          'column-5': {
            id: 'column-5',
            title: 'Stars',
            type: 'rating',
            max: 5,
          },
          'column-6': {
            id: 'column-6',
            title: 'People',
            type: 'users',
            multiple: false,
          },
          'column-7': {
            id: 'column-7',
            title: 'Files',
            type: 'files',
          },
          'column-8': {
            id: 'column-8',
            title: 'Page',
            type: 'content-ref',
          },
        },
        fullWidth: true,
      },
      fragments: [
        {
          object: 'fragment',
          fragment: 'row-1-column-1',
          nodes: [
            {
              object: 'block',
              type: 'paragraph',
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'First\nrow',
                      marks: [],
                    },
                  ],
                  key: 'wM6vFw9V6Ag22A:row-1-column-1.0.0',
                },
              ],
              key: 'wM6vFw9V6Ag22A:row-1-column-1.0',
            },
          ],
          key: 'wM6vFw9V6Ag22A:row-1-column-1',
        },
      ],
      key: 'wM6vFw9V6Ag22A',
    },
    {
      object: 'block',
      type: 'table',
      isVoid: true,
      data: {
        view: {
          type: 'cards',
          cardSize: 'large',
          columns: ['column-1'],
          targetDefinition: 'column-2',
          coverDefinition: 'column-3',
        },
        records: {
          'row-1': {
            orderIndex: '000001',
            values: {
              'column-1': 'row-1-column-1',
              'column-2': {
                kind: 'page',
                page: 'pg_guide',
              },
              'column-3': ['file_manual'],
            },
          },
        },
        definition: {
          'column-1': {
            id: 'column-1',
            title: '',
            type: 'text',
            textAlignment: 'left',
          },
          'column-2': {
            id: 'column-2',
            title: '',
            type: 'content-ref',
          },
          'column-3': {
            id: 'column-3',
            title: '',
            type: 'files',
          },
        },
      },
      fragments: [
        {
          object: 'fragment',
          fragment: 'row-1-column-1',
          nodes: [
            {
              object: 'block',
              type: 'paragraph',
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [
                    {
                      object: 'leaf',
                      text: 'Card',
                      marks: [
                        {
                          object: 'mark',
                          type: 'bold',
                        },
                      ],
                    },
                  ],
                  key: 'TyVBA33a3EfZuL:row-1-column-1.0.0',
                },
              ],
              key: 'TyVBA33a3EfZuL:row-1-column-1.0',
            },
          ],
          key: 'TyVBA33a3EfZuL:row-1-column-1',
        },
      ],
      key: 'TyVBA33a3EfZuL',
    },
    {
      object: 'block',
      type: 'swagger',
      isVoid: true,
      data: {
        ref: {
          kind: 'url',
          url: 'https://example.org/openapi.json',
        },
        path: '/pets',
        method: 'get',
      },
      meta: {
        id: 'get-pets',
      },
      key: 'CbSizAjYG-NsSW',
    },
    {
      object: 'block',
      type: 'openapi-operation',
      isVoid: true,
      data: {
        ref: {
          kind: 'openapi',
          spec: 'petstore',
        },
        path: '/pets',
        method: 'post',
      },
      meta: {
        id: 'post-pets',
      },
      key: '_tnLscBBg7GtVv',
    },
    {
      object: 'block',
      type: 'openapi-schemas',
      isVoid: true,
      data: {
        ref: {
          kind: 'openapi',
          spec: 'petstore',
        },
        schemas: ['Pet', 'Owner'],
        grouped: true,
      },
      meta: {
        id: 'pet-owner',
      },
      key: 'ub22jHSPF6aTxx',
    },
    {
      object: 'block',
      type: 'openapi-webhook',
      isVoid: true,
      data: {
        ref: {
          kind: 'openapi',
          spec: 'petstore',
        },
        name: 'newPet',
        method: 'post',
      },
      meta: {
        id: 'post-newpet',
      },
      key: 'vCCJoChexxG-NL',
    },
    {
      object: 'block',
      type: 'reusable-content',
      isVoid: true,
      data: {
        ref: {
          kind: 'reusable-content',
          reusableContent: 'rc_legal',
        },
      },
      key: 'rBz1NzCmG_qXEL',
    },
    {
      object: 'block',
      type: 'if',
      data: {
        expression: 'visitor.claims.beta',
      },
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          data: {},
          nodes: [
            {
              object: 'text',
              leaves: [
                {
                  object: 'leaf',
                  text: 'Only for some',
                  marks: [],
                },
              ],
              key: '9O1cLvsu7xACTe.0.0',
            },
          ],
          key: '9O1cLvsu7xACTe.0',
        },
      ],
      key: '9O1cLvsu7xACTe',
    },
    {
      object: 'block',
      type: 'heading-2',
      data: {},
      nodes: [
        {
          object: 'text',
          leaves: [
            {
              object: 'leaf',
              text: '2026-01-02 · api, docs',
              marks: [],
            },
          ],
          key: 'P1zJTG2Jb0vFNL.0',
        },
      ],
      key: 'P1zJTG2Jb0vFNL',
    },
    {
      object: 'block',
      type: 'paragraph',
      data: {},
      nodes: [
        {
          object: 'text',
          leaves: [
            {
              object: 'leaf',
              text: 'What changed',
              marks: [],
            },
          ],
          key: 'ohy2v2kOJxPatz.0',
        },
      ],
      key: 'ohy2v2kOJxPatz',
    },
    {
      object: 'block',
      type: 'paragraph',
      data: {
        align: 'center',
      },
      nodes: [
        {
          object: 'text',
          leaves: [
            {
              object: 'leaf',
              text: 'Text in the middle',
              marks: [],
            },
          ],
          key: 'kmyaWmKAyzPRjt.0',
        },
      ],
      key: 'kmyaWmKAyzPRjt',
    },
    {
      object: 'block',
      type: 'code',
      data: {
        syntax: 'markdown',
      },
      nodes: [
        {
          object: 'block',
          type: 'code-line',
          data: {},
          nodes: [
            {
              object: 'text',
              leaves: [
                {
                  object: 'leaf',
                  text: '<Chart kind="bar" />',
                  marks: [],
                },
              ],
              key: 'Tt4dvXJDa9a4wz.0.0',
            },
          ],
          key: 'Tt4dvXJDa9a4wz.0',
        },
      ],
      key: 'Tt4dvXJDa9a4wz',
    },
  ],
} as const;

/**
 * The document of `test/data/all-blocks.md`, without sources and without what is not shown. The compiler checks it against
 * the types of the published client.
 */
export const allBlocksDocument: {
  readonly object: 'document';
  readonly data: { readonly schemaVersion: number };
  readonly nodes: readonly Plain<DocumentBlock>[];
} = document;
