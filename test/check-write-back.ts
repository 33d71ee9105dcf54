import { textsIn } from './markdown-files.ts';
import { checkWriteBack } from './write-back.ts';

/**
 * Converts every Markdown file in folders and ZIP archives to a document and back, unchanged and with one changed
 * block. Prints the differences: `npx tsx test/check-write-back.ts node_modules docs test/data/fastify-docs.zip`.
 */
const seen = new Set<string>();
console.log('| Source | Files | Blocks | Characters | Files with losses |\n|---|---|---|---|---|');
for (const source of process.argv.slice(2)) {
  const sum = { files: 0, blocks: 0, characters: 0, lossy: 0 };
  for await (const { path, text } of textsIn(source)) {
    if (seen.has(text)) continue;
    seen.add(text);
    const { blocks, losses } = checkWriteBack(text);
    sum.files += 1;
    sum.blocks += blocks;
    sum.characters += text.length;
    if (losses.length === 0) continue;
    sum.lossy += 1;
    process.exitCode = 1;
    console.error(`${path}: ${losses.slice(0, 3).join('; ')}`);
  }
  console.log(`| ${source} | ${sum.files} | ${sum.blocks} | ${sum.characters} | ${sum.lossy} |`);
}
