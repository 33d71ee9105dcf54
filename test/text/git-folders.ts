import type { Files } from './git-folder.ts';
import { filesOf } from './git-folder.ts';

/** Folders as tools for documentation have them, with what their readers must not lose. */
export const folders: Readonly<Record<string, () => Files>> = {
  'plain Markdown': () =>
    filesOf({
      'README.md': '# Start\n\nSee [guide](guide/) and [use](guide/use.md#how) and ![logo](img/logo.png).\n',
      'about.md': '# About\n\nBack to the [start](./README.md), [code](src/main.ts#L3).',
      'guide/README.md': '# Guide\n\n- [Install](install.md)\n- [Use](use.md)\n',
      'guide/install.md': '# Install\r\n\r\nSee [use](use.md "next").\r\n\r\n* one\r\n* two\r\n',
      'guide/use.md':
        '\uFEFF# Use\n\n## How\n\nSee [install][i] and <a href="../about.md">about</a>.\n\n[i]: ./install.md\n',
      'guide/more/deep.md': 'No heading, [up](../use.md).\n',
      'img/logo.png': 'png',
      'src/main.ts': 'export {};\n',
    }),
  GitBook: () =>
    filesOf({
      '.gitbook.yaml':
        '# where\nroot: ./docs/\n\nstructure:\n  readme: README.md\n  summary: SUMMARY.md\n\nredirects:\n  old/way: guide/use.md\n',
      'docs/SUMMARY.md':
        '# Table of contents\n\n* [Welcome](README.md)\n\n## Guide\n\n* [Install it](guide/install.md)\n  * [On \\*nix](guide/install/nix.md)\n* [Use](guide/use.md)\n\n## More\n\n* [API](https://example.test/api)\n* Reference\n  * [Words](words.md)\n',
      'docs/README.md':
        '---\ndescription: >-\n  Two lines\n  in one\ncover: .gitbook/assets/cover.png\ncoverY: 10\n---\n\n# Welcome\n\n{% hint style="info" %}\nHello\n{% endhint %}\n',
      'docs/guide/install.md': '# Install\n\n{% include "../.gitbook/includes/note.md" %}\n\nThen [use](use.md).\n',
      'docs/guide/install/nix.md':
        '---\nicon: linux\ncondition: visitor.claims.beta\n---\n\n# On \\*nix\n\nSee [install](../install.md).\n',
      'docs/guide/use.md':
        '# Use\n\n{% content-ref url="install.md" %}\n[install.md](install.md)\n{% endcontent-ref %}\n',
      'docs/words.md': 'Words, [welcome](README.md).\n',
      'docs/.gitbook/assets/cover.png': 'cover',
      'docs/.gitbook/includes/note.md': 'A note.\n',
      'src/index.js': 'x\n',
    }),
  Docusaurus: () =>
    filesOf({
      'docusaurus.config.js': 'export default {};\n',
      'docs/intro.mdx':
        '---\nsidebar_position: 1\n# keep\ntitle: "Intro"\n---\n\nimport Tabs from "@theme/Tabs";\n\n<Tabs>\n\nSee [basics](./basics/create.md), [by address](/docs/basics/create).\n\n</Tabs>\n',
      'docs/basics/_category_.json': '{ "label": "Basics", "position": 2 }\n',
      'docs/basics/create.md':
        '---\nsidebar_position: 1\ntags: [a,  b]\n---\n\n# Create\n\n:::tip[Mind]\n\nText {.wide}\n\n:::\n',
      'docs/basics/deploy.md': '---\nsidebar_position: 2\n---\n\n# Deploy\n\nAfter [creating](create.md).\n',
      'docs/extra.md': '---\nsidebar_position: 3\nslug: /more\n---\n\n# Extra\n\n![img](./img/a.png)\n',
      'docs/img/a.png': 'a',
    }),
  mdBook: () =>
    filesOf({
      'book.toml': '[book]\ntitle = "B"\n',
      'src/SUMMARY.md':
        '# Summary\n\n[Preface](preface.md)\n\n- [One](./one.md)\n    - [Two](./one/two.md)\n- [Draft]()\n-----------\n\n[Last](last.md)\n',
      'src/preface.md': '# Preface\n',
      'src/one.md': '# One\n\n{{#include ../code/a.rs:2:3}}\n\nSee [two](one/two.md).\n',
      'src/one/two.md': '# Two\n\n```admonish warning\nMind\n```\n',
      'src/last.md': '# Last\n',
      'code/a.rs': 'fn a() {\n  b();\n  c();\n}\n',
    }),
};
