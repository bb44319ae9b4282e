import { Instructions } from './paybox-info';
import { Deposit } from './deposit';

/** A deposit and how to make it: a script of its own, because most who look at their wallet make none. */
export function DepositTab(props: Parameters<typeof Deposit>[0]) {
  return (
    <div className="grid items-start gap-8 xl:grid-cols-[1fr_18rem]">
      <Deposit {...props} />
      <Instructions />
    </div>
  );
}
