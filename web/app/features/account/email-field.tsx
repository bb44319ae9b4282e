import type { ComponentProps } from 'react';
import { TextField } from '~/components/form/field';

type EmailFieldProps = Pick<ComponentProps<typeof TextField>, 'defaultValue' | 'error' | 'hint' | 'onChange'>;

/** An e-mail address that a form needs. */
export const EmailField = (field: EmailFieldProps) => (
  <TextField label="Email" name="email" type="email" autoComplete="email" maxLength={254} required {...field} />
);
