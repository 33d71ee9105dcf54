import { createRoot } from 'react-dom/client';
import { takeEarly } from './client/early.ts';
import { askOtherTabs } from './client/session.ts';
import { Desk } from './frame/desk.tsx';
import { findPlace, followLinks } from './frame/place.ts';
import { loadView } from './frame/view.tsx';
import { loadWords } from './words/words.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id root');
followLinks();
// Not awaited by the module: the views import what it shares, and would wait for it as it for them.
void Promise.all([loadWords(), askOtherTabs(), takeEarly(), loadView(findPlace(location))]).then(() =>
  createRoot(root).render(<Desk />),
);
