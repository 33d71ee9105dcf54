// Loads the frame of an embed when its reader asks for it. Nobody else is asked before.
for (const box of document.querySelectorAll('.frame-box')) {
  const button = box.querySelector('button');
  button.hidden = false;
  button.addEventListener('click', () => {
    const frame = document.createElement('iframe');
    frame.sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms';
    frame.allow = 'fullscreen; picture-in-picture; encrypted-media; clipboard-write';
    frame.referrerPolicy = 'strict-origin-when-cross-origin';
    frame.title = box.dataset.title;
    frame.src = box.dataset.frame;
    box.querySelector('.frame-picture').replaceWith(frame);
    frame.focus();
  });
}
