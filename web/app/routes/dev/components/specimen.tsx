import type { ReactNode } from 'react';

/** A folder of `components/` with its parts. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-6">
      <h2 className="border-b border-line pb-2 text-2xl font-bold">{title}</h2>
      {children}
    </section>
  );
}

interface SpecimenProps {
  /** The part's file, below `components/`. */
  file: string;
  /** When to use it. */
  hint: string;
  /** Its states. */
  children: ReactNode;
}

/** One part in its states. */
export function Specimen({ file, hint, children }: SpecimenProps) {
  return (
    <article className="grid min-w-0 gap-3">
      <div>
        <h3>
          <code className="font-bold">{file}</code>
        </h3>
        <p className="text-sm text-muted">{hint}</p>
      </div>
      <div className="flex min-w-0 flex-wrap items-start gap-4 *:max-w-full">{children}</div>
    </article>
  );
}

/** A name that no layout may break at: long words and a long address. */
export const LONG_NAME =
  'Áo khoác măng-tô dạ lông cừu hai hàng khuy phối thắt lưng bản to-không-nhăn https://may.example/bo-suu-tap-thu-dong-2026';
