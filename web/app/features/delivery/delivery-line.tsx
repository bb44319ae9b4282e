import { useModule } from '~/lib/use-module';

const load = () => import('./delivery-promise');

/** When an order of now arrives. Its script comes with the line, which takes its room before. */
export function DeliveryLine({ lead }: { lead: string }) {
  const { module } = useModule(load);
  return <span className="block min-h-6 text-muted">{module && <module.DeliveryPromise lead={lead} />}</span>;
}
