import { createRoot } from 'react-dom/client';
import { askOtherTabs } from './client/session.ts';
import { Desk } from './frame/desk.tsx';
import { followLinks } from './frame/place.ts';
import { loadWords } from './words/words.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id root');
followLinks();
await Promise.all([loadWords(), askOtherTabs()]);
createRoot(root).render(<Desk />);
