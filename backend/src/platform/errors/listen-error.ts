/**
 * Explains why a server cannot listen.
 * @param settings the names of the settings that say where
 */
export function listenError(
  error: Error,
  { host, port }: { host: string; port: number },
  settings: { host: string; port: string },
): Error {
  const noAddress = `${settings.host} ${host} is no address of this machine.`;
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is already in use. Choose another with ${settings.port}.`,
    EACCES: `Port ${port} of ${host} may not be opened by this user. Choose another with ${settings.port}.`,
    EADDRNOTAVAIL: noAddress,
    ENOTFOUND: noAddress,
    EAI_AGAIN: noAddress,
  };
  const sentence = sentences[(error as NodeJS.ErrnoException).code ?? ''];
  return sentence === undefined ? error : new Error(sentence, { cause: error });
}
