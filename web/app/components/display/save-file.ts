/** Saves a file, as a download link would. */
export function saveBlob(name: string, blob: Blob) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Delayed, because some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Saves a value as a JSON file. */
export const saveFile = (name: string, value: unknown) =>
  saveBlob(name, new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
