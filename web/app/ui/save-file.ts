/** Hands the visitor a value as a JSON file, as if they had followed a download link. */
export function saveFile(name: string, value: unknown) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
