/*
 * Storage for GraphiQL's tabs. GraphiQL 5.4 writes the open query and the list of tabs apart, up to half a second late;
 * a reload in between doubles or overwrites a tab. Here the open query is always read out of the list.
 */
globalThis.octavoTabStorage = (() => {
  const partOfTab = { 'graphiql:query': 'query', 'graphiql:variables': 'variables', 'graphiql:headers': 'headers' };

  function activeTab() {
    try {
      const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState'));
      return tabs[activeTabIndex];
    } catch {
      // Nothing stored yet, or not by GraphiQL: it then starts with the examples.
      return undefined;
    }
  }

  return {
    get length() {
      return localStorage.length;
    },
    getItem: (key) => (key in partOfTab ? (activeTab()?.[partOfTab[key]] ?? null) : localStorage.getItem(key)),
    setItem: (key, value) => localStorage.setItem(key, value),
    removeItem: (key) => localStorage.removeItem(key),
    clear: () => localStorage.clear(),
  };
})();
