export const all = (selector, from = document) => [...from.querySelectorAll(selector)];
export const make = (name, members = {}, ...children) => {
  const element = Object.assign(document.createElement(name), members);
  element.append(...children);
  return element;
};
