// @ts-check

/**
 * @param {string} host what the web server listens on
 * @param {number} port
 * @returns {string} the address to open on this machine
 */
export function addressOf(host, port) {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/**
 * What is printed when the shop is ready: its one address, and who can sign in.
 *
 * @param {string} url
 * @param {{ hasDemo: boolean, admin: string }} settings who can sign in: the demo's shopper, and the administrator
 * @returns {string}
 */
export function welcome(url, { hasDemo, admin }) {
  return [
    '',
    `  MAY is open at  ${url}`,
    `  Administrator   ${admin}`,
    ...(hasDemo ? ['  Demo shopper    khach / khach123'] : []),
    '  Ctrl-C closes it.',
    '',
  ].join('\n');
}
