/** Loads the open page anew, as the browser's button does. A module of its own, because tests cannot watch `location`. */
export const reloadPage = () => window.location.reload();
