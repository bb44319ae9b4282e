/** The name of a script, style or font of the web build. It ends with a hash, so a name never gets another content. */
export const ASSET_NAME = /^[\w-]{1,80}\.(?:js|css|woff2)$/;
