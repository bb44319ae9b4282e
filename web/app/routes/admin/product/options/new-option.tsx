import { Plus } from 'lucide-react';
import type { PanelProps } from '~/components/admin/form-panel';
import { Button } from '~/components/form/button';
import { ColorForm } from '~/features/options/color-form';
import { SizeForm } from '~/features/options/size-form';
import { TaxonomyForm } from '~/features/taxonomy/taxonomy-dialogs';
import type { Options } from './use-options';

const LABELS: Record<keyof Options, string> = {
  brands: 'Thêm thương hiệu',
  categories: 'Thêm danh mục',
  colors: 'Thêm màu mới',
  sizes: 'Thêm kích cỡ mới',
};

interface NewOptionButtonProps<Kind> {
  kind: Kind;
  onClick: (kind: Kind) => void;
}

/** Opens the form of a new option. */
export const NewOptionButton = <Kind extends keyof Options>({ kind, onClick }: NewOptionButtonProps<Kind>) => (
  <Button variant="quiet" size="sm" className="-ml-3 justify-self-start" onClick={() => onClick(kind)}>
    <Plus aria-hidden="true" className="size-4" />
    {LABELS[kind]}
  </Button>
);

interface NewOptionFormProps {
  kind: keyof Options;
  onAdded: (option: Options[keyof Options][number]) => void;
  onClose: () => void;
}

/** The form of a new option, which the page that lists such options runs. It cannot stand inside another form. */
export function NewOptionForm({ kind, onAdded, onClose }: NewOptionFormProps) {
  const panel: PanelProps = { onDone: (option) => onAdded(option as Parameters<typeof onAdded>[0]), onClose };
  switch (kind) {
    case 'brands':
      return <TaxonomyForm path="brands" entry={null} action="/admin/brands" {...panel} />;
    case 'categories':
      return <TaxonomyForm path="category" entry={null} action="/admin/categories" {...panel} />;
    case 'colors':
      return <ColorForm color={null} action="/admin/colors" {...panel} />;
    case 'sizes':
      return <SizeForm size={null} action="/admin/colors" {...panel} />;
  }
}
