// @ts-check

/** Stands in for a style sheet: the address that Vite would give it. */
export default '/style.css';
