/** What was typed into a field; an empty text for one that is missing, or that holds a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
