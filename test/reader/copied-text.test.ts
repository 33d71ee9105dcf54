import { describe, expect, it } from 'vitest';
import { commandsIn, sideOf } from '../../src/reader/client/copied-text.js';

describe('what is copied of a session in a console', () => {
  it.each([
    ['$ quokka serve\nListening on 4000', 'quokka serve'],
    ['user@host:~/docs$ ls\na.md\nuser@host:~/docs$ pwd', 'ls\npwd'],
    ['~/docs $ ls', 'ls'],
    ['[me@there docs]$ ls', 'ls'],
    ['(venv) $ pip install x', 'pip install x'],
    ['# apt install x\nDone', 'apt install x'],
    ['$ ls # all\n# a comment', 'ls # all'],
    ['$ curl \\\n  --fail \\\n  example.org\n<html>', 'curl \\\n  --fail \\\n  example.org'],
    ['$ echo \\\n> more', 'echo \\\nmore'],
    ['PS C:\\docs> dir', 'dir'],
    ['>>> 1 + 1\n2', '1 + 1'],
    ['$ df\n/dev/sda 40% full\nHalf of 50% is 25% of it', 'df'],
    ['no prompt\nat all', 'no prompt\nat all'],
  ])('%j is %j', (text, commands) => expect(commandsIn(text)).toBe(commands));
});

describe('what is copied of a difference', () => {
  const written =
    'diff --git a/a.js b/a.js\nindex 1..2 100644\n--- a/a.js\n+++ b/a.js\n@@ -1,3 +1,3 @@\n const a = 1;\n-const b = 2;\n+const c = 3;\n\n end';
  it.each([
    ['+', '-const old = 1;\n+const fresh = 2;', 'const fresh = 2;'],
    ['-', '-const old = 1;\n+const fresh = 2;', 'const old = 1;'],
    ['+', written, 'const a = 1;\nconst c = 3;\n\nend'],
    ['-', written, 'const a = 1;\nconst b = 2;\n\nend'],
    ['+', 'not indented\n-a\n+b', 'not indented\nb'],
  ] as const)('%s of %j is %j', (sign, text, side) => expect(sideOf(text, sign)).toBe(side));
});
