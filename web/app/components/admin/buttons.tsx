import { Pencil, Plus, Trash2, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '~/components/form/button';

interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'children' | 'size' | 'variant'> {
  icon: LucideIcon;
  /** What the button does, with the name of its object: `Sửa mã TẾT50`. */
  label: string;
}

/** A small button that shows an icon alone, such as those of a row. */
export const IconButton = ({ icon: Icon, label, ...button }: IconButtonProps) => (
  <Button variant="quiet" size="sm" aria-label={label} {...button}>
    <Icon aria-hidden="true" className="size-4" />
  </Button>
);

interface EditAndDeleteProps {
  /** The object of the row, as it follows "Sửa" and "Xóa": `mã TẾT50`. */
  name: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** The buttons of a row that can be edited and deleted. */
export const EditAndDelete = ({ name, onEdit, onDelete }: EditAndDeleteProps) => (
  <>
    <IconButton icon={Pencil} label={`Sửa ${name}`} onClick={onEdit} />
    <IconButton icon={Trash2} label={`Xóa ${name}`} onClick={onDelete} />
  </>
);

/** The button of a list that opens the form of a new entry. */
export const AddButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button size="sm" onClick={onClick}>
    <Plus aria-hidden="true" className="size-4" />
    {children}
  </Button>
);
