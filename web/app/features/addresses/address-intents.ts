const INTENTS: unknown[] = ['save-address', 'default-address', 'remove-address'];

/** Whether a form belongs to the address book. The page's action passes such forms to `runAddressAction`. */
export const isOfAddressBook = (form: FormData | undefined) => INTENTS.includes(form?.get('intent'));
