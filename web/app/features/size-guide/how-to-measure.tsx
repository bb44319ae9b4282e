import { SIZE_COLUMN_NAMES, type Measure } from 'contract/catalog/size-rules';

const HOW: Record<Measure, string> = {
  chest: 'vòng thước quanh chỗ nở nhất của ngực, giữ thước nằm ngang.',
  waist: 'vòng thước quanh chỗ nhỏ nhất của eo, trên rốn khoảng 2 cm.',
  hips: 'vòng thước quanh chỗ nở nhất của mông, hai chân khép.',
  shoulder: 'đo ngang lưng, từ đầu vai này sang đầu vai kia.',
  sleeve: 'đo từ đầu vai dọc theo cánh tay đến cổ tay.',
  top_length: 'đo từ chân cổ sau thẳng xuống gấu áo.',
  skirt_length: 'đo từ cạp hoặc chân cổ sau thẳng xuống gấu.',
  trouser_length: 'đo dọc bên ngoài ống, từ cạp xuống gấu quần.',
  thigh: 'vòng thước quanh chỗ to nhất của đùi.',
  foot_length: 'đặt chân sát tường, đo từ gót đến đầu ngón dài nhất.',
};

/** How to take the measures of a table, in words. */
export function HowToMeasure({ measures }: { measures: readonly Measure[] }) {
  if (measures.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="text-base">Cách đo</h3>
      <p className="text-sm text-muted">Dùng thước dây mềm, đo sát người nhưng không siết, mặc đồ mỏng.</p>
      <ul className="grid gap-1.5 text-sm">
        {measures.map((measure) => (
          <li key={measure}>
            <strong className="font-medium">{SIZE_COLUMN_NAMES[measure]}</strong>: {HOW[measure]}
          </li>
        ))}
      </ul>
    </section>
  );
}
