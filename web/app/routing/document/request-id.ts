import { createContext, useContext } from 'react';

/** The id of the request that rendered the page; undefined in the browser, and on pages that everyone shares. */
export const RequestIdContext = createContext<string | undefined>(undefined);

/** @returns the id that support finds an error by */
export const useRequestId = () => useContext(RequestIdContext);
