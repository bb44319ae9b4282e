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
 * @param {NodeJS.ProcessEnv} env
 * @returns {string}
 */
export function welcome(url, { NODE_ENV, SEED, ADMIN_USERNAME = 'admin', ADMIN_PASSWORD }) {
  const hasDemo = SEED ? SEED === 'demo' : NODE_ENV !== 'production' && NODE_ENV !== 'test';
  return [
    '',
    `  MAY is open at  ${url}`,
    `  Administrator   ${ADMIN_USERNAME} / ${ADMIN_PASSWORD ? '(ADMIN_PASSWORD)' : 'admin123'}`,
    ...(hasDemo ? ['  Demo shopper    khach / khach123'] : []),
    '  Ctrl-C closes it.',
    '',
  ].join('\n');
}
