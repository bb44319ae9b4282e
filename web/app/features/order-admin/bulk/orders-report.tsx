import { formatNumber } from 'contract/rules';
import { Alert } from '~/components/feedback/alert';
import { numbersOf, type OrdersReport } from './run-for-orders';

/** How the results of an action are shown. */
export interface ReportTexts {
  /** `Đã giao`, before a number of orders. */
  done: string;
  /** `Không thể giao`, before those that were refused. */
  refused: string;
}

/** The sentence about what is done: `Đã giao 3 đơn hàng, trong đó #31 đã xong từ trước.` */
export const doneSentence = ({ done }: ReportTexts, report: OrdersReport) =>
  `${done} ${formatNumber(report.done.length)} đơn hàng` +
  `${report.before.length > 0 ? `, trong đó ${numbersOf(report.before)} đã xong từ trước` : ''}.`;

/** What an attempt has done, what the server refused of it and why, and what is without an answer. */
export function OrdersReportAlert({ report, texts }: { report: OrdersReport; texts: ReportTexts }) {
  const { done, refused, unanswered, failure } = report;
  return (
    <Alert tone="danger">
      <div className="grid gap-2 [overflow-wrap:anywhere]">
        {done.length > 0 && <p>{doneSentence(texts, report)}</p>}
        {refused.length > 0 && (
          <div>
            <p>{texts.refused}</p>
            <ul className="list-disc pl-5">
              {refused.map(({ id, reason }) => (
                <li key={id}>
                  #{id}: {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
        {unanswered.length > 0 && (
          <p>
            Chưa xong {numbersOf(unanswered)}. {failure}
          </p>
        )}
      </div>
    </Alert>
  );
}
