import { createContext, useContext } from 'react';

/** The nonce of this response's Content-Security-Policy; undefined in the browser, where scripts have already run. */
export const NonceContext = createContext<string | undefined>(undefined);

/** @returns the `nonce` attribute of inline scripts and styles */
export const useNonce = () => useContext(NonceContext);
