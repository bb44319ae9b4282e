// @ts-check

/**
 * A page that shows every screen at all widths side by side.
 *
 * @param {{ name: string, width: number, file: string, troubles: string[] }[]} pictures
 * @returns {string} HTML
 */
export function contactSheet(pictures) {
  const names = [...new Set(pictures.map(({ name }) => name))];
  const rows = names.map((name) => {
    const own = pictures.filter((picture) => picture.name === name);
    const images = own.map(
      ({ file, width }) => `<a href="${file}"><img src="${file}" alt="${name} at ${width}" loading="lazy"></a>`,
    );
    const troubles = own.flatMap((picture) =>
      picture.troubles.map((trouble) => `<li>${picture.width}: ${escaped(trouble)}</li>`),
    );
    return `<section><h2>${name}</h2><ul>${troubles.join('')}</ul><div>${images.join('')}</div></section>`;
  });
  return `<!doctype html>
<meta charset="utf-8">
<title>Screens of MAY</title>
<style>
  body { font: 16px/1.4 system-ui; margin: 24px; background: #ddd; }
  div { display: flex; gap: 24px; align-items: start; overflow-x: auto; }
  img { border: 1px solid #999; max-height: 900px; background: #fff; }
  li { color: #b00020; }
</style>
${rows.join('\n')}
`;
}

const escaped = (/** @type {string} */ text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
