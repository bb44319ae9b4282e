import { createContext, useContext } from 'react';

/** The nonce of this answer's Content-Security-Policy; undefined in the browser, where scripts have already run. */
export const NonceContext = createContext<string | undefined>(undefined);

/** @returns what inline scripts and styles need as their `nonce` attribute. */
export const useNonce = () => useContext(NonceContext);
